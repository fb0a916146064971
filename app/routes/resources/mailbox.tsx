import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { unsubscribeToken } from "~/domain/accounts/tokens.server";
import { listMailbox } from "~/domain/notices/outbox.server";
import { formatInstant } from "~/domain/time/harare";
import type { RequestContext } from "~/http/context";
import { notFound } from "~/http/not-found";
import { titled } from "~/ui/shell/titled";

export const meta = titled("Mailbox of local mode");

export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  const emails = await listMailbox(context.db);
  return { emails: await Promise.all(emails.map(async (email) => ({ ...email, ends: await endOf(context, email) }))) };
}

/** The link that its sender adds: by it the emails of its topic end. */
async function endOf(
  { sessionSecret, origin }: RequestContext,
  { userId, topic }: { userId: string | null; topic: string },
) {
  const token = userId && (await unsubscribeToken(sessionSecret, userId, topic));
  return token ? `\n\nNo more emails about ${topic}: ${origin}/unsubscribe?token=${token}` : "";
}

const LINK = /(https?:\/\/\S+)/;

export default function Mailbox() {
  const { emails } = useLoaderData<typeof loader>();
  return (
    <div className="page-text grid gap-4 py-8">
      <h1>Mailbox</h1>
      <p className="text-ink-2">The emails this machine would have sent. This page exists in local mode only.</p>
      {emails.length === 0 && <p>No emails yet.</p>}
      {emails.map((email, index) => (
        <details key={index} className="card p-4" open={index === 0}>
          <summary className="min-h-11">
            <b>{email.subject}</b> to {email.to}, {formatInstant(email.createdAt)}
          </summary>
          <p className="whitespace-pre-line pt-3">
            {((email.text ?? "") + email.ends).split(LINK).map((part, at) =>
              LINK.test(part) ? (
                <a key={at} href={part}>
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </p>
        </details>
      ))}
    </div>
  );
}
