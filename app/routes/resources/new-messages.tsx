import { renderToStaticMarkup } from "react-dom/server";
import { messageQuery } from "~/domain/messages/message-schemas";
import { findContact, listMessages } from "~/domain/messages/message-lists.server";
import { dashboardOf } from "~/domain/values/user";
import type { Message } from "~/domain/messages/message";
import { signedInLoader } from "~/http/guards";
import { markReadAfterResponse } from "~/http/mark-read.server";
import { securityHeaders } from "~/http/security-headers";
import stylesheet from "~/styles.css?url";
import { Bubble } from "~/ui/messages/bubble";

const RELOAD_SECONDS = 30;

/** A frame that reloads itself, for pages without script: a half-typed message beside it is never lost (C8). */
export const loader = signedInLoader(async ({ context, viewer, url, param }) => {
  const otherId = param("otherId");
  const { after = 0 } = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [contact, { messages }] = await Promise.all([
    findContact(context.db, viewer, otherId),
    listMessages(context.db, viewer, otherId, { after }),
  ]);
  if (!contact) return null;
  markReadAfterResponse(context, contact, messages);
  return new Response(
    `<!DOCTYPE html>${renderToStaticMarkup(<NewMessages messages={messages} selfId={viewer.id} page={`${dashboardOf(viewer.role)}/messages/${otherId}`} />)}`,
    {
      headers: {
        ...securityHeaders({ framed: true }),
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-store",
        Refresh: String(RELOAD_SECONDS),
      },
    },
  );
});

const NewMessages = ({ messages, selfId, page }: { messages: Message[]; selfId: string; page: string }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>New messages</title>
      <link rel="stylesheet" href={stylesheet} />
    </head>
    <body className="flex h-dvh flex-col-reverse overflow-y-auto bg-surface px-4 py-2">
      <p className="text-sm text-ink-2">
        {messages.length === 0 && "New messages appear here. "}
        <a href={page} target="_top">
          Reload
        </a>
      </p>
      {messages.length > 0 && (
        <ol className="grid gap-2">
          {messages.map(({ seq, senderId, content, photoId, createdAt }) => (
            <Bubble key={seq} content={content} photoId={photoId} own={senderId === selfId} at={createdAt} />
          ))}
        </ol>
      )}
    </body>
  </html>
);
