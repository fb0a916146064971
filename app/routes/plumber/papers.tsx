import { useLoaderData } from "@remix-run/react";
import { listPapers, removePaper, writeToOffice } from "~/domain/vetting/papers.server";
import { paperForm, papersNoteForm } from "~/domain/vetting/vetting-forms";
import { describeStanding } from "~/domain/vetting/standing";
import { findOwnVetting } from "~/domain/vetting/vetting-queue.server";
import { newId } from "~/domain/values/id";
import { CHECK_KINDS } from "~/domain/vetting/check";
import { parseForm } from "~/http/forms";
import { plumberAction, plumberLoader } from "~/http/guards";
import { NO_PHOTO } from "~/http/job-photo-upload.server";
import { receivePaper } from "~/http/paper-upload.server";
import { OwnPapers } from "~/ui/plumbers/own-papers";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Papers", "your papers");

const PAGE = "/plumber-dashboard/papers";

/** What a plumber has sent to the office, and what it has seen (D21). */
export const loader = plumberLoader(async ({ context: { db, now }, viewer }) => {
  const [vetting, papers] = await Promise.all([findOwnVetting(db, viewer.id), listPapers(db, viewer.id)]);
  if (!vetting) return null;
  const { approval, officeWords, ...shown } = vetting;
  const standing = describeStanding({ approval, officeWords });
  return { ...shown, standing, papers, now, uploadIds: Object.fromEntries(CHECK_KINDS.map((kind) => [kind, newId()])) };
});

export const action = plumberAction(
  "Failed to send this to our office",
  async ({ context, viewer, user, form, read, pressed, goTo }) => {
    const choice = pressed(["remove", "send"]);
    if (choice?.verb === "remove") {
      await removePaper(context, await user, choice.of);
      return goTo(PAGE, "paperRemoved");
    }
    if (choice) {
      const plumber = await user;
      await writeToOffice(context, plumber, read(papersNoteForm).note);
      return goTo(PAGE, "sentToOffice");
    }
    const result = await receivePaper(context, { viewer, confirmation: user }, form);
    if (result?.ok) return goTo(PAGE, "paperAdded");
    const parsed = parseForm(form, paperForm);
    return result ? parsed.refused(result, "photo") : parsed.invalid({ photo: NO_PHOTO });
  },
);

export default function PapersPage() {
  return <OwnPapers {...useLoaderData<typeof loader>()} />;
}
