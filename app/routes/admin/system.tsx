import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { switchApproval } from "~/domain/admin/approval.server";
import { EXPORT_NAMES } from "~/domain/admin/export";
import { readSystemStatus } from "~/domain/settings/heartbeats.server";
import { isPlumberApprovalOn } from "~/domain/settings/plumber-approval.server";
import { findEmail, listUndelivered, resendEmail } from "~/domain/admin/undelivered-emails.server";
import { formatInstant, MINUTE } from "~/domain/time/harare";
import { flashCookie } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { UndeliveredEmails } from "~/ui/admin/undelivered-emails";
import { SubmitButton } from "~/ui/forms/submit-button";
import { Icon } from "~/ui/elements/icon";

export const meta: MetaFunction = () => [{ title: `System – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

const PAGE = "/admin-dashboard/system";

export const loader = roleLoader("admin", async ({ context }) => {
  const [{ cron, migration }, approvesPlumbers, emails, parts] = await Promise.all([
    readSystemStatus(context.db),
    isPlumberApprovalOn(context.db),
    listUndelivered(context.db),
    context.probeParts(),
  ]);
  return {
    emails,
    approvesPlumbers,
    facts: [
      {
        name: "Database (D1)",
        isWell: true,
        text: migration ? `Responding. Last migration: ${migration.name}` : "Responding",
      },
      { name: "Photos (R2)", isWell: parts.photos, text: parts.photos ? "Responding" : "Not responding" },
      {
        name: "Live updates (Durable Objects)",
        isWell: parts.objects,
        text: parts.objects ? "Responding" : "Not responding",
      },
      {
        name: "Scheduled tasks (cron)",
        isWell: cron !== null && cron.failed.length === 0 && context.now - cron.at < 5 * MINUTE,
        text: cron
          ? [`Last run ${formatInstant(cron.at)}, ${cron.tookMs} ms`, ...cron.failed].join(". ")
          : "Has not run yet",
      },
      { name: "Version", isWell: true, text: parts.version ?? "Not deployed (runs on this machine)" },
    ],
  };
});

export const action = roleAction("admin", async ({ context, user, form }) => {
  const { verb, of: emailId } = requireButton(form, ["resend", "turnApprovalOn", "turnApprovalOff"]);
  const [admin, email] = await Promise.all([user, verb === "resend" ? findEmail(context.db, emailId) : null]);
  if (verb === "resend") {
    if (!email) return refusal({ ok: false, reason: "emailNotFound" });
    await resendEmail(context, admin, email);
    return redirectTo(PAGE, { "Set-Cookie": flashCookie("emailQueued") });
  }
  await switchApproval(context, admin, verb === "turnApprovalOn");
  return redirectTo(PAGE, { "Set-Cookie": flashCookie("savedAndLogged") });
});

export default function System() {
  const { facts, emails, approvesPlumbers } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-4xl gap-6">
      <h1>System</h1>
      <section className="card grid gap-3 p-5">
        <h2>Status</h2>
        <ul className="grid gap-2">
          {facts.map(({ name, isWell, text }) => (
            <li key={name} className="flex gap-2 leading-snug">
              <Icon
                name={isWell ? "circle-check" : "circle-alert"}
                className={`mt-0.5 ${isWell ? "text-success" : "text-danger"}`}
              />
              <span className="min-w-0 wrap-anywhere">
                <b>{name}</b> <span className="text-ink-2">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <UndeliveredEmails emails={emails} />
      <section className="card grid gap-3 p-5">
        <h2>New plumbers</h2>
        <p>
          {approvesPlumbers
            ? "New plumbers are listed once our office has approved them."
            : "New plumbers are listed as soon as their email is verified."}
        </p>
        {/* The key closes it once the question has changed. */}
        <details key={String(approvesPlumbers)}>
          <summary className="button button-quiet list-none">
            {approvesPlumbers ? "List new plumbers at once" : "Approve plumbers before listing"}
          </summary>
          <Form method="post" className="grid justify-items-start gap-3 pt-3">
            <p className="text-ink-2">
              {approvesPlumbers
                ? "Plumbers who are waiting for approval will be listed too, without a review."
                : "This applies to plumbers who verify their email from now on."}
            </p>
            <SubmitButton
              name="intent"
              value={approvesPlumbers ? "turnApprovalOff" : "turnApprovalOn"}
              busy="Saving..."
            >
              Yes, from now on
            </SubmitButton>
          </Form>
        </details>
      </section>
      <section className="card grid gap-3 p-5">
        <h2>Export</h2>
        <p>Tables for a spreadsheet. Downloads are logged.</p>
        <p className="flex flex-wrap gap-3">
          {EXPORT_NAMES.map((name) => (
            <a key={name} href={`/admin-export/${name}.csv`} download className="button button-quiet">
              <Icon name="file-text" /> {name}.csv
            </a>
          ))}
        </p>
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch the system's status" home="/admin-dashboard" />;
}
