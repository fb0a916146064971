import { useLoaderData } from "@remix-run/react";
import { availableAccountActions, isVettingAction } from "~/domain/admin/people/office-users";
import { findUser } from "~/domain/admin/people/users.server";
import { CHECK_KINDS } from "~/domain/vetting/vetting";
import { listRecordedChecks, recordCheck, removeCheck } from "~/domain/vetting/checks.server";
import { listPapers } from "~/domain/vetting/papers.server";
import { checkForm } from "~/domain/vetting/vetting-forms";
import { findVetting } from "~/domain/vetting/approval.server";
import { fullName } from "~/domain/values/user";
import { flashCookie } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import { refusal } from "~/http/refusals";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { VettingCard } from "~/ui/admin/vetting-card";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage<typeof loader>({
  title: "Papers of",
  about: ({ plumber }) => fullName(plumber),
  failed: "Failed to fetch the papers",
  missing: "This plumber doesn't exist.",
  home: "/admin-dashboard/vetting",
});

/** What a plumber has sent, and what the office has recorded (D17, D21). */
export const loader = adminLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const [plumber, user, checks, papers] = await Promise.all([
    findVetting(db, id),
    findUser(db, id),
    listRecordedChecks(db, id),
    listPapers(db, id),
  ]);
  if (!plumber || !user || user.isErased) return null;
  return {
    plumber,
    phone: user.phone,
    email: user.email,
    checks,
    papers,
    now,
    actions: availableAccountActions(user, viewer.id)
      .filter(isVettingAction)
      .map((action) => ({ action, label: ACCOUNT_ACTION_LABELS[action].button })),
  };
});

export const action = adminAction("That didn't work", async ({ context, user, param, read, pressed, refused }) => {
  const id = param("id");
  const here = (flash: string) => redirectTo(`/admin-dashboard/vetting/${id}`, { "Set-Cookie": flash });
  const button = pressed(["remove"]);
  if (button) {
    const kind = CHECK_KINDS.find((known) => known === button.of);
    if (!kind) return null;
    const result = await removeCheck(context, await user, id, kind);
    return result.ok ? here(flashCookie("savedAndLogged")) : refusal(result);
  }
  const admin = await user;
  const value = read(checkForm);
  const result = await recordCheck(context, admin, id, value);
  if (result.ok) return here(flashCookie("savedAndLogged"));
  return refused(result, result.reason === "paperExpired" ? "lastDay" : undefined);
});

export default function VettingPage() {
  return <VettingCard {...useLoaderData<typeof loader>()} />;
}
