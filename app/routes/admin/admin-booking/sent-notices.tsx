import { CHANNEL_NAMES, type Channel } from "~/domain/notices/choices";
import { titleOf, type NoticeOfBooking } from "~/domain/notices/notice";
import { type Instant, timeAt } from "~/domain/time/harare";
import { progressOf } from "~/ui/admin/notice-progress";

interface Props {
  notices: NoticeOfBooking[];
  isToAnswer: boolean;
  remindedAt: Instant | null;
}

const READERS = { client: "Client", plumber: "Plumber", admin: "Office" };

const channelName = (channel: Channel) =>
  channel === "whatsapp" ? CHANNEL_NAMES.whatsapp : CHANNEL_NAMES[channel].toLowerCase();

/** The reminder's place among those of one kind to one reader by one channel, which may have the same title; `notices`: newest first. */
function reminderOf({ id, kind, to, channel }: NoticeOfBooking, notices: NoticeOfBooking[]): string | null {
  if (kind !== "requestUnanswered" && kind !== "bookingReminder") return null;
  const alike = notices.filter((one) => one.kind === kind && one.to === to && one.channel === channel);
  return alike.length > 1 ? `Reminder ${alike.length - alike.findIndex((one) => one.id === id)}` : null;
}

export const SentNotices = ({ notices, isToAnswer, remindedAt }: Props) => (
  <section className="card grid gap-3 p-4 sm:p-6">
    <h2>Notices</h2>
    {isToAnswer && remindedAt !== null && (
      <p className="text-ink-2">
        The plumber was reminded at {timeAt(remindedAt)}. Half an hour later you can do so again.
      </p>
    )}
    {notices.length === 0 && <p className="text-ink-2">None yet.</p>}
    <ul className="divide-y divide-line">
      {notices.map((notice) => (
        <li key={notice.id} className="py-2 leading-snug">
          <p className="wrap-anywhere">
            <b>{notice.to ? READERS[notice.to] : "Office"}</b>, {channelName(notice.channel)}: {titleOf(notice)}
          </p>
          <p className={`text-sm ${notice.status === "failed" ? "text-danger" : "text-ink-3"}`}>
            {[reminderOf(notice, notices), progressOf(notice)].filter(Boolean).join(". ")}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
