import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { listNotices } from "~/domain/outbox/outbox.server";
import { formatInstant } from "~/domain/time/harare";
import { notFound } from "~/http/not-found";
import { listShownPushes } from "~/http/push-stand-in.server";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { titleOf } from "~/domain/notices/notice";
import { titled } from "~/ui/shell/titled";

export const meta = titled("Notices of local mode");

/** Every notice of local mode on all channels, newest first; elsewhere 404 (S6). */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  return { notices: await listNotices(context.db), channels: context.channels, pushes: listShownPushes() };
}

export default function SentNotices() {
  const { notices, channels, pushes } = useLoaderData<typeof loader>();
  return (
    <div className="page-text grid gap-4 py-8">
      <h1>Notices</h1>
      <p className="text-ink-2">
        What this machine has sent, or would have sent. This page exists in local mode only. Set up:{" "}
        {channels.map((channel) => CHANNEL_NAMES[channel]).join(", ")}.
      </p>
      <form method="post" action="/dev/push">
        <button name="intent" value="add" className="button button-quiet">
          Add a stand-in device to this session
        </button>
      </form>
      {pushes.map(({ payload, at, bytes, ttl, topic, urgency }, index) => (
        <details key={`${at}.${index}`} className="card p-4">
          <summary className="min-h-11 wrap-anywhere">
            <b>Shown on a stand-in device</b>: {payload.notification.title}
            <span className="block text-sm text-ink-3">
              {formatInstant(at)}, {bytes} bytes, TTL {ttl}, topic {topic}, urgency {urgency}
            </span>
          </summary>
          <pre className="overflow-x-auto pt-3 whitespace-pre-wrap">{JSON.stringify(payload, null, 2)}</pre>
        </details>
      ))}
      {notices.map((notice) => (
        <details key={notice.id} className="card p-4">
          <summary className="min-h-11 wrap-anywhere">
            <b>{CHANNEL_NAMES[notice.channel]}</b> to {notice.recipient}: {titleOf(notice)}
            <span className="block text-sm text-ink-3">
              {notice.kind}, {notice.status}, {formatInstant(notice.createdAt)}
              {notice.lastError && `: ${notice.lastError}`}
            </span>
          </summary>
          <pre className="overflow-x-auto pt-3 whitespace-pre-wrap">{notice.words ?? notice.facts}</pre>
        </details>
      ))}
    </div>
  );
}
