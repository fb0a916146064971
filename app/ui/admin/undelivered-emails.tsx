import { Form } from "@remix-run/react";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { SubmitButton } from "../forms/submit-button";

interface UndeliveredEmail {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  status: "queued" | "sent" | "failed";
  attempts: number;
  nextAttemptAt: Instant;
  lastError: string | null;
  lastErrorCode: string | null;
  createdAt: Instant;
}

/** Emails that have failed or are waiting, without their bodies. */
export function UndeliveredEmails({ emails }: { emails: UndeliveredEmail[] }) {
  return (
    <section className="card grid gap-3 p-5" id="emails">
      <h2>Unsent emails</h2>
      {emails.length === 0 && <p className="text-ink-2">None. The provider has accepted every email.</p>}
      <ul className="divide-y divide-line">
        {emails.map((email) => (
          <li key={email.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 leading-snug">
              <p className="font-semibold wrap-anywhere">{email.subject}</p>
              <p className="wrap-anywhere text-ink-2">{email.recipient}</p>
              <p className="text-sm text-ink-3">
                {email.status === "failed" ? "Failed" : `Next attempt ${formatInstant(email.nextAttemptAt)}`},{" "}
                {email.attempts === 1 ? "1 attempt" : `${email.attempts} attempts`}, written{" "}
                {formatInstant(email.createdAt)}
                {email.lastError && `: ${email.lastError}`}
                {email.lastErrorCode && ` (${email.lastErrorCode})`}
              </p>
            </div>
            {(email.attempts > 0 || email.lastError) && (
              <Form method="post">
                <SubmitButton name="intent" value={`resend:${email.id}`} busy="Sending..." className="button-quiet">
                  Send again
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
