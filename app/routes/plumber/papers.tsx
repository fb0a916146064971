import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { dateAt, formatInstant } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import {
  PAPERS_PER_KIND,
  CHECK_KINDS,
  CHECKS,
  formatCheckDay,
  lastDayOf,
  PAPERS_NOTE_LENGTH,
  validChecks,
  describeStanding,
  endsSoon,
} from "~/domain/vetting/vetting";
import { listPapers, removePaper, writeToOffice } from "~/domain/vetting/papers.server";
import { paperForm, papersNoteForm } from "~/domain/vetting/vetting-forms";
import { findOwnVetting } from "~/domain/vetting/approval.server";
import { parseForm } from "~/http/forms";
import { plumberAction, plumberLoader } from "~/http/guards";
import { receivePaper } from "~/http/photo-upload.server";
import { Icon, SubmitButton } from "~/ui/shell/elements";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { PhotoForm } from "~/ui/photos/photo-form";
import { StandingNotice } from "~/ui/plumbers/standing";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { NO_PHOTO } from "~/http/chosen-file";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Papers", "your papers");

const PAGE = "/plumber-dashboard/papers";

export const loader = plumberLoader(async ({ context: { db, now }, viewer }) => {
  const [vetting, papers] = await Promise.all([findOwnVetting(db, viewer.id), listPapers(db, viewer.id)]);
  if (!vetting) return null;
  const { approval, officeWords, ...shown } = vetting;
  const standing = describeStanding({ approval, officeWords });
  return { ...shown, standing, papers, now, uploadIds: Object.fromEntries(CHECK_KINDS.map((kind) => [kind, newId()])) };
});

export const action = plumberAction("Failed to send this to our office", async (args) => {
  const { context, viewer, user, form, read, pressed, goTo } = args;
  const choice = pressed(["remove", "send"]);
  if (choice?.verb === "remove") {
    await removePaper(context, await user, choice.of);
    return goTo(PAGE, "paperRemoved");
  }
  if (choice) {
    await writeToOffice(context, await user, read(papersNoteForm).note);
    return goTo(PAGE, "sentToOffice");
  }
  const result = await receivePaper(context, { viewer, confirmation: user }, form);
  if (result?.ok) return goTo(PAGE, "paperAdded");
  const parsed = parseForm(form, paperForm);
  return result ? parsed.refused(result, "photo") : parsed.invalid({ photo: NO_PHOTO });
});

export default function Papers() {
  const { standing, papersNote, checks, papers, now, uploadIds } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("note", ["note"], { note: papersNote ?? "" });
  const valid = validChecks(checks, now);
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1>Papers</h1>
        <p className="text-ink-2">
          Clients see what our office has checked, with the date. Photos of your papers are for our office alone: each
          view is logged, and we delete them once we've decided, within 30 days at the latest.
        </p>
      </div>
      {standing && <StandingNotice standing={standing} />}
      <ProblemSummary message={message} fields={all} />
      {CHECK_KINDS.map((kind) => {
        const check = valid.find((one) => one.kind === kind);
        const sent = papers.filter((paper) => paper.kind === kind);
        return (
          <section key={kind} className="card grid gap-3 p-5" aria-labelledby={`paper-${kind}`}>
            <div>
              <h2 id={`paper-${kind}`} className="text-lg">
                {CHECKS[kind].name}
              </h2>
              {check ? (
                <p
                  className={`flex items-start gap-2 font-semibold ${endsSoon(check, now) ? "text-copper-700" : "text-success"}`}
                >
                  <Icon name={endsSoon(check, now) ? "clock" : "circle-check"} className="mt-1" />
                  <span>
                    Checked {formatCheckDay(dateAt(check.checkedAt))}
                    {check.expiresAt !== null && `, valid until ${formatCheckDay(lastDayOf(check.expiresAt))}`}
                  </span>
                </p>
              ) : (
                <p className="text-ink-2">{CHECKS[kind].send}</p>
              )}
            </div>
            {sent.length > 0 && (
              <ul className="divide-y divide-line">
                {sent.map(({ id, createdAt }, index) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
                    <span>
                      Photo {index + 1}, with our office since {formatInstant(createdAt)}
                    </span>
                    <Form method="post">
                      <SubmitButton value={`remove:${id}`} busy="Removing..." className="button-quiet">
                        Remove
                        <span className="sr-only">
                          {" "}
                          photo {index + 1}: {CHECKS[kind].name}
                        </span>
                      </SubmitButton>
                    </Form>
                  </li>
                ))}
              </ul>
            )}
            {sent.length < PAPERS_PER_KIND && (
              <AddPaper isFolded={check !== undefined && sent.length === 0}>
                <PhotoForm
                  form={kind}
                  named={CHECKS[kind].name}
                  kinds={[kind]}
                  isPaper
                  upload="/papers"
                  uploadId={uploadIds[kind] ?? ""}
                />
              </AddPaper>
            )}
          </section>
        );
      })}
      <Form method="post" noValidate className="card grid gap-4 p-5">
        <input type="hidden" name="form" value="note" />
        <TextArea
          meta={fields.note}
          label="A note to our office"
          hint="For example, the name and phone number of someone you've worked for. Ask them first."
          optional
          rows={3}
          maxLength={PAPERS_NOTE_LENGTH}
        />
        <SubmitButton value="send" busy="Sending..." className="justify-self-start" label="Send to our office" />
      </Form>
    </div>
  );
}

const AddPaper = ({ isFolded, children }: { isFolded: boolean; children: ReactNode }) =>
  isFolded ? (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold text-brand-700">Send a newer one</summary>
      {children}
    </details>
  ) : (
    children
  );
