import { Form } from "@remix-run/react";
import type { Channel } from "~/domain/notices/choices";
import { formatInstant, timeAt, type Instant } from "~/domain/time/harare";
import type { Role } from "~/domain/values/user";
import { SubmitButton } from "../forms/submit-button";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { titleOf } from "~/domain/notices/notice";

interface SentNotice {
  id: string;
  channel: Channel;
  kind: string;
  subject: string | null;
  to: Role | null;
  status: "queued" | "sent" | "failed" | "dropped";
  nextAttemptAt: Instant;
  sentAt: Instant | null;
  deliveredAt: Instant | null;
  seenAt: Instant | null;
  lastError: string | null;
}

const READERS: Record<Role, string> = { client: "Client", plumber: "Plumber", admin: "Office" };

/** Within a line; WhatsApp keeps its capitals. */
const nameOf = (channel: Channel) =>
  channel === "whatsapp" ? CHANNEL_NAMES.whatsapp : CHANNEL_NAMES[channel].toLowerCase();

/** Which notices went out about a booking, on which channel, and how far they got (N17). */
export function SentNotices({
  notices,
  canRemind,
  remindedAt,
}: {
  notices: SentNotice[];
  /** Whether it waits for the plumber's answer. */
  canRemind: boolean;
  /** When they were reminded, where it is too early to do so again. */
  remindedAt: Instant | null;
}) {
  return (
    <section className="card grid gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Notices</h2>
        {canRemind && remindedAt === null && (
          <Form method="post">
            <SubmitButton name="intent" value="remindPlumber" busy="Reminding..." className="button-quiet">
              Remind the plumber now
            </SubmitButton>
          </Form>
        )}
      </div>
      {canRemind && remindedAt !== null && (
        <p className="text-ink-2">
          The plumber was reminded at {timeAt(remindedAt)}. Half an hour later you can do so again.
        </p>
      )}
      {notices.length === 0 && <p className="text-ink-2">None yet.</p>}
      <ul className="divide-y divide-line">
        {notices.map((notice) => (
          <li key={notice.id} className="py-2 leading-snug">
            <p className="wrap-anywhere">
              <b>{notice.to ? READERS[notice.to] : "Office"}</b>, {nameOf(notice.channel)}: {titleOf(notice)}
            </p>
            <p className={`text-sm ${notice.status === "failed" ? "text-danger" : "text-ink-3"}`}>
              {progressOf(notice)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How far a notice got, and why not further. */
export function progressOf({
  channel,
  status,
  nextAttemptAt,
  sentAt,
  deliveredAt,
  seenAt,
  lastError,
}: Omit<SentNotice, "id" | "kind" | "subject" | "to">): string {
  if (channel === "call" && status === "queued") return lastError ?? "Not told yet";
  if (channel === "call" && sentAt) return `Told ${formatInstant(sentAt)}`;
  if (seenAt) return `Seen ${formatInstant(seenAt)}`;
  if (deliveredAt) return `Delivered ${formatInstant(deliveredAt)}`;
  if (status === "sent") return `Sent ${sentAt ? formatInstant(sentAt) : ""}`.trim();
  if (status === "queued") return `Goes out ${formatInstant(nextAttemptAt)}${lastError ? ` (last: ${lastError})` : ""}`;
  return `${status === "failed" ? "Failed" : "Not sent"}${lastError ? `: ${lastError}` : ""}`;
}
