import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { giveBack } from "~/dialogue/giving-back.server";
import { findDialogueById, takeDialogue } from "~/domain/dialogues/dialogues.server";
import { formatInstant } from "~/domain/time/harare";
import { showPhone } from "~/domain/values/phone";
import { adminAction, adminLoader } from "~/http/guards";
import { STATE_WORDS } from "~/ui/admin/dialogue-words";
import { ContactLinks } from "~/ui/admin/contact-links";
import { officePage, TextLink, VerbButton } from "~/ui/admin/office-page";
import { BackLink } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("WhatsApp with", "conversation", {
  list: "whatsapp",
  missing: "This conversation doesn't exist.",
  about: ({ name, phone }) => name ?? showPhone(phone),
});

export const loader = adminLoader(async ({ context, param }) => findDialogueById(context.db, param("id")));

export const action = adminAction("That didn't work", async ({ context, user, param, pressed, goTo }) => {
  const [admin, dialogue] = await Promise.all([user, findDialogueById(context.db, param("id"))]);
  const button = pressed(["take", "give-back"]);
  if (!dialogue || !button) return null;
  const page = `/admin-dashboard/whatsapp/${dialogue.id}`;
  if (button.verb === "give-back") {
    const latest = (await giveBack(context, admin, dialogue)) ? null : await findDialogueById(context.db, dialogue.id);
    // They wrote just then.
    if (latest) await giveBack(context, admin, latest);
    return goTo(page, "savedAndLogged");
  }
  const enquiryId = await takeDialogue(context, admin, dialogue);
  return goTo(enquiryId ? `/admin-dashboard/inbox/${enquiryId}` : page, "savedAndLogged");
});

export default function DialoguePage() {
  const { phone, name, state, said, officeAnswers, bookingId, takenAs, takenByName, beganAt, endedAt } =
    useLoaderData<typeof loader>();
  const lines = [...said, ...officeAnswers.map((answer) => ({ ...answer, by: "office" as const }))].sort(
    (one, other) => one.at - other.at,
  );
  const speakers = { them: name ?? showPhone(phone), us: brand.name, office: "Our office" };
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to="/admin-dashboard/whatsapp" label="WhatsApp" />
      <h1>{name ?? "Somebody new"}</h1>
      <p className="text-ink-2">
        Since {formatInstant(beganAt)}.{" "}
        {takenByName ? `${takenByName} answers.` : `Asked for last: ${STATE_WORDS[state].toLowerCase()}.`}{" "}
        {bookingId && <TextLink to={`/admin-dashboard/bookings/${bookingId}`} label="The request" />}
      </p>
      <ContactLinks id={null} email={null} phone={phone} />
      {takenAs ? (
        <Form method="post" className="flex flex-wrap gap-3">
          <TextLink to={`/admin-dashboard/inbox/${takenAs}`} label="Answer" />
          <VerbButton value="give-back" label={`Give it back to ${brand.name}`} />
        </Form>
      ) : (
        endedAt === null && (
          <Form method="post" className="grid justify-items-start gap-2">
            <p className="text-ink-2">
              {brand.name} stops asking. The conversation moves to your inbox: answer it there.
            </p>
            <VerbButton className="" value="take" label="I'm answering" />
          </Form>
        )
      )}
      <ul className="grid gap-2">
        {lines.map(({ by, text, at }, index) => (
          <li
            key={index}
            className={`card max-w-[85%] p-3 ${by === "them" ? "justify-self-start" : "justify-self-end bg-brand-100"}`}
          >
            <span className="text-sm text-ink-3">
              {speakers[by]}, {formatInstant(at)}
            </span>
            <br />
            <span dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
