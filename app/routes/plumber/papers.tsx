import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listPapers, removePaper, writeToOffice } from "~/domain/vetting/papers.server";
import { paperForm, papersNoteForm } from "~/domain/vetting/vetting-forms";
import { describeStanding } from "~/domain/vetting/standing";
import { findOwnVetting } from "~/domain/vetting/vetting-queue.server";
import { newId } from "~/domain/values/id";
import { CHECK_KINDS } from "~/domain/vetting/check";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { NO_PHOTO } from "~/http/job-photo-upload.server";
import { notFound } from "~/http/not-found";
import { receivePaper } from "~/http/paper-upload.server";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { OwnPapers } from "~/ui/plumbers/own-papers";
import { DashboardError } from "~/ui/shell/dashboard-error";

export const meta: MetaFunction = () => [{ title: `Papers – ${brand.name}` }];

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
      return redirectTo(PAGE, { "Set-Cookie": flashCookie("paperRemoved") });
    }
    if (button) {
      const plumber = await user;
      const parsed = parseForm(form, papersNoteForm);
      if (!parsed.value) return parsed.invalid();
      await writeToOffice(context, plumber, parsed.value.note);
      return redirectTo(PAGE, { "Set-Cookie": flashCookie("sentToOffice") });
    }
    const result = await receivePaper(context, { viewer, confirmation: user }, form);
    if (result?.ok) return redirectTo(PAGE, { "Set-Cookie": flashCookie("paperAdded") });
    const parsed = parseForm(form, paperForm);
    return result ? parsed.refused(result, "photo") : parsed.invalid({ photo: NO_PHOTO });
  },
  "Failed to send this to our office",
);

export default function PapersPage() {
  return <OwnPapers {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch your papers" home="/plumber-dashboard" />;
}
