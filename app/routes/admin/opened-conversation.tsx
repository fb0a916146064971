import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { messageQuery, openingForm } from "~/domain/messages/message-schemas";
import { listOpenedMessages } from "~/domain/messages/message-lists.server";
import {
  findConversation,
  listOpeningsForOffice,
  openConversation,
} from "~/domain/messages/opened-conversations.server";
import { findModeratedPhoto, setPhotoHidden } from "~/domain/photos/private-photos.server";
import { adminAction, adminLoader } from "~/http/guards";
import { OFFICE_READS_WHEN, OPENING_KIND_WORDS, OPENING_KINDS } from "~/domain/messages/message";
import { privatePhotoUrl } from "~/domain/photos/photo";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { REASON_LENGTH } from "~/domain/values/text";
import { fullName } from "~/domain/values/user";
import { officePage, UserLink, Card, OfficeLink } from "~/ui/admin/office-page";
import { LinkedText } from "~/ui/messages/linked-text";
import { EmptyState, Notice, SubmitButton } from "~/ui/shell/elements";
import { TextField, RadioField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import noMessages from "~/ui/illustrations/no-messages.svg?url";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Conversation", "messages", {
  list: "bookings",
  missing: "There is no such conversation.",
});

/** A conversation of others: without a reason the office sees whose it is and how long, and no message (O16). */
export const loader = adminLoader(async ({ context, viewer, url, param }) => {
  const { db, now } = context;
  const id = param("id");
  const { before } = messageQuery.parse(Object.fromEntries(url.searchParams));
  const [conversation, page, openings] = await Promise.all([
    findConversation(db, viewer, id, now),
    listOpenedMessages(db, viewer, id, before, now),
    listOpeningsForOffice(db, id),
  ]);
  return conversation && { conversation, openings, ...page };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, viewer, param, read, pressed, refused, goTo } = args;
  const id = param("id");
  const button = pressed(["hide"]);
  const [admin, conversation, photo] = await Promise.all([
    user,
    findConversation(context.db, viewer, id, context.now),
    button && findModeratedPhoto(context.db, button.of),
  ]);
  if (!conversation) return null;
  const page = `/admin-dashboard/conversations/${id}`;
  if (button) {
    if (!photo || photo.bookingId || conversation.openUntil === null) return null;
    await setPhotoHidden(context, admin, photo, true);
    return goTo(page, "savedAndLogged");
  }
  const result = await openConversation(context, admin, conversation, read(openingForm));
  return result.ok ? goTo(page, "conversationOpened") : refused(result);
});

type Loaded = SerializeFrom<typeof loader>;

export default function OpenedConversation() {
  const loaded = useLoaderData<typeof loader>();
  const { conversation, openings } = loaded;
  const { client, plumber, openUntil } = conversation;
  return (
    <div className="grid max-w-3xl gap-5">
      <h1>
        <UserLink {...client} /> and <UserLink {...plumber} />
      </h1>
      {openUntil === null && conversation.lastAt === null && <p>They haven't written anything yet.</p>}
      {openUntil === null ? (
        conversation.lastAt !== null && <OpeningForm messages={conversation.messages} lastAt={conversation.lastAt} />
      ) : (
        <>
          <Notice kind="info">You can read it until {formatInstant(openUntil)}. Both have been told.</Notice>
          <Messages {...loaded} />
        </>
      )}
      {openings.length > 0 && (
        <Card title="Opened by our office" className="gap-4">
          <ol className="grid gap-4">
            {openings.map(({ id, kind, at, adminName, words }) => (
              <li key={id} className="grid gap-1 leading-snug">
                <p>
                  <b>{adminName}</b>, because of {OPENING_KIND_WORDS[kind]}
                </p>
                {words && (
                  <p dir="auto" className="wrap-anywhere text-ink-2">
                    “{words}”
                  </p>
                )}
                <p className="text-sm text-ink-3 tabular-nums">{formatInstant(at)}</p>
              </li>
            ))}
          </ol>
        </Card>
      )}
    </div>
  );
}

function OpeningForm({ messages, lastAt }: { messages: number; lastAt: Instant }) {
  const { fields, all, message } = useFormReply("opening", ["kind", "words"]);
  return (
    <Card title="Open this conversation" className="gap-4">
      <p>
        {countOf(messages, "message")}, the last one at {formatInstant(lastAt)}.
      </p>
      <p className="text-ink-2">What our privacy page tells everyone: “{OFFICE_READS_WHEN}”</p>
      <ProblemSummary message={message} fields={all} />
      <Form method="post" noValidate className="grid gap-4">
        <RadioField
          meta={fields.kind}
          label="Because of"
          choices={OPENING_KINDS.map((kind) => [kind, OPENING_KIND_WORDS[kind]])}
        />
        <TextField
          meta={fields.words}
          label="What is it about?"
          hint="Goes into the log, which only our office can read. The two are told which of the three it is."
          maxLength={REASON_LENGTH}
        />
        <SubmitButton busy="Opening..." className="justify-self-start" label="Open and tell both" />
      </Form>
    </Card>
  );
}

function Messages({ conversation: { client, plumber }, messages, hasOlder }: Loaded) {
  const first = messages[0];
  return (
    <>
      {hasOlder && first && <OfficeLink to={`?before=${first.seq}`} className="mx-auto" label="Earlier messages" />}
      {messages.length === 0 ? (
        <EmptyState illustration={noMessages} text="No messages yet." />
      ) : (
        <ol className="grid gap-3">
          {messages.map((message) => (
            <li key={message.seq} className="card grid gap-1 p-4">
              <p className="text-sm text-ink-2">
                <b className="text-ink">{fullName(message.senderId === client.id ? client : plumber)}</b>,{" "}
                {formatInstant(message.createdAt)}
              </p>
              <LinkedText content={message.content} />
              {message.photoId && (
                <Form method="post" className="grid justify-items-start gap-1">
                  <a href={privatePhotoUrl(message.photoId, 1280)} target="_blank" rel="noopener" className="photo">
                    <img src={privatePhotoUrl(message.photoId, 320)} alt="Photo" loading="lazy" />
                  </a>
                  <button name="intent" value={`hide:${message.photoId}`} className="button-link">
                    Hide the photo
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
