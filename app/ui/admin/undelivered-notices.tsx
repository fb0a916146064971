import { Form } from "@remix-run/react";
import type { Channel } from "~/domain/notices/choices";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { titleOf } from "~/domain/notices/notice";
import { countOf } from "~/domain/values/numbers";
import { SubmitButton } from "../forms/submit-button";

interface UndeliveredNotice {
  id: string;
  kind: string;
  channel: Channel;
  recipient: string;
  /** Whose it is: for devices and webhooks, whose recipient is an id. */
  owner: string | null;
  subject: string | null;
  status: "queued" | "sent" | "failed" | "dropped";
  attempts: number;
  nextAttemptAt: Instant;
  lastError: string | null;
  lastErrorCode: string | null;
  createdAt: Instant;
}

/** Notices that have failed or are waiting, without their bodies. */
export function UndeliveredNotices({ notices }: { notices: UndeliveredNotice[] }) {
  return (
    <section className="card grid gap-3 p-5" id="notices">
      <h2>Unsent notices</h2>
      {notices.length === 0 && <p className="text-ink-2">None. The provider has accepted every notice.</p>}
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id} className="grid gap-3 py-3 sm:grid-cols-[1fr_auto] sm:items-center">
            <div className="min-w-0 leading-snug">
              <p className="font-semibold wrap-anywhere">{titleOf(notice)}</p>
              <p className="wrap-anywhere text-ink-2">
                {CHANNEL_NAMES[notice.channel]} to{" "}
                {(notice.channel === "push" || notice.channel === "webhook") && notice.owner
                  ? notice.owner
                  : notice.recipient}
              </p>
              <p className="text-sm text-ink-3">
                {notice.status === "failed" ? "Failed" : `Next attempt ${formatInstant(notice.nextAttemptAt)}`},{" "}
                {countOf(notice.attempts, "attempt")}, written {formatInstant(notice.createdAt)}
                {notice.lastError && `: ${notice.lastError}`}
                {notice.lastErrorCode &&
                  !notice.lastError?.includes(notice.lastErrorCode) &&
                  ` (${notice.lastErrorCode})`}
              </p>
            </div>
            {(notice.attempts > 0 || notice.lastError) && (
              <Form method="post">
                <SubmitButton name="intent" value={`resend:${notice.id}`} busy="Sending..." className="button-quiet">
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
