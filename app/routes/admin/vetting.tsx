import { useLoaderData } from "@remix-run/react";
import { availableAccountActions, isVettingAction } from "~/domain/admin/user-summary";
import { findUser } from "~/domain/admin/users.server";
import { CHECK_KINDS } from "~/domain/vetting/check";
import { listRecordedChecks, recordCheck, removeCheck } from "~/domain/vetting/checks.server";
import { listPapers } from "~/domain/vetting/papers.server";
import { checkForm } from "~/domain/vetting/vetting-forms";
import { findVetting } from "~/domain/vetting/vetting-queue.server";
import { fullName } from "~/domain/values/user";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { VettingCard } from "~/ui/admin/vetting-card";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage<typeof loader>({
  title: "Papers of",
  about: ({ plumber }) => fullName(plumber),
  failed: "Failed to fetch the papers",
  missing: "This plumber doesn't exist.",
  home: "/admin-dashboard/vetting",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** What a plumber has sent, and what the office has recorded (D17, D21). */
export const loader = roleLoader("admin", async ({ context: { db, now }, viewer, params }) => {
  const id = param(params, "id");
  const [plumber, user, checks, papers] = await Promise.all([
    findVetting(db, id),
    findUser(db, id),
    listRecordedChecks(db, id),
    listPapers(db, id),
  ]);
  if (!plumber || !user || user.isErased) throw notFound();
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

export const action = roleAction("admin", async ({ context, user, params, form }) => {
  const id = param(params, "id");
  const here = (flash: string) => redirectTo(`/admin-dashboard/vetting/${id}`, { "Set-Cookie": flash });
  const button = pressedButton(form, ["remove"]);
  if (button) {
    const kind = CHECK_KINDS.find((known) => known === button.of);
    if (!kind) throw notFound();
    const result = await removeCheck(context, await user, id, kind);
    return result.ok ? here(flashCookie("savedAndLogged")) : refusal(result);
  }
  const admin = await user;
  const parsed = parseForm(form, checkForm);
  if (!parsed.value) return parsed.invalid();
  const result = await recordCheck(context, admin, id, parsed.value);
  if (result.ok) return here(flashCookie("savedAndLogged"));
  return parsed.refused(result, result.reason === "paperExpired" ? "lastDay" : undefined);
});

export default function VettingPage() {
  return <VettingCard {...useLoaderData<typeof loader>()} />;
}
