import { useLoaderData } from "@remix-run/react";
import { listPapers, removePaper, writeToOffice } from "~/domain/vetting/papers.server";
import { paperForm, papersNoteForm } from "~/domain/vetting/vetting-forms";
import { describeStanding } from "~/domain/vetting/standing";
import { findOwnVetting } from "~/domain/vetting/vetting-queue.server";
import { newId } from "~/domain/values/id";
import { CHECK_KINDS } from "~/domain/vetting/check";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { NO_PHOTO } from "~/http/job-photo-upload.server";
import { notFound } from "~/http/not-found";
import { receivePaper } from "~/http/paper-upload.server";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { OwnPapers } from "~/ui/plumbers/own-papers";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Papers",
  failed: "Failed to fetch your papers",
  home: "/plumber-dashboard",
});

const PAGE = "/plumber-dashboard/papers";

/** What a plumber has sent to the office, and what it has seen (D21). */
export const loader = roleLoader("plumber", async ({ context: { db, now }, viewer }) => {
  const [vetting, papers] = await Promise.all([findOwnVetting(db, viewer.id), listPapers(db, viewer.id)]);
  if (!vetting) throw notFound();
  const { approval, officeWords, ...shown } = vetting;
  const standing = describeStanding({ approval, officeWords });
  return { ...shown, standing, papers, now, uploadIds: Object.fromEntries(CHECK_KINDS.map((kind) => [kind, newId()])) };
});

export const action = roleAction(
  "plumber",
  async ({ context, viewer, user, form }) => {
    const button = pressedButton(form, ["remove", "send"]);
    if (button?.verb === "remove") {
      await removePaper(context, await user, button.of);
      return redirectTo(PAGE, flashed("paperRemoved"));
    }
    if (button) {
      const plumber = await user;
      const parsed = parseForm(form, papersNoteForm);
      if (!parsed.value) return parsed.invalid();
      await writeToOffice(context, plumber, parsed.value.note);
      return redirectTo(PAGE, flashed("sentToOffice"));
    }
    const result = await receivePaper(context, { viewer, confirmation: user }, form);
    if (result?.ok) return redirectTo(PAGE, flashed("paperAdded"));
    const parsed = parseForm(form, paperForm);
    return result ? parsed.refused(result, "photo") : parsed.invalid({ photo: NO_PHOTO });
  },
  "Failed to send this to our office",
);

export default function PapersPage() {
  return <OwnPapers {...useLoaderData<typeof loader>()} />;
}
