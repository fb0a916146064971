import { Form } from "@remix-run/react";
import {
  OFFICE_READS_WHEN,
  OPENING_KIND_WORDS,
  OPENING_KINDS,
  type OpeningKind,
} from "~/domain/messages/opened-conversation";
import type { Message } from "~/domain/messages/message";
import { privatePhotoUrl } from "~/domain/photos/photo";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { REASON_LENGTH } from "~/domain/values/text";
import { fullName, type Named } from "~/domain/values/user";
import { EmptyState } from "../elements/empty-state";
import { Notice } from "../elements/notice";
import { TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { RadioField } from "../forms/radio-field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import noMessages from "../illustrations/no-messages.svg?url";
import { Link } from "../shell/link";

interface Side extends Named {
  id: string;
}

interface Props {
  conversation: {
    client: Side;
    plumber: Side;
    messages: number;
    lastAt: Instant | null;
    openUntil: Instant | null;
  };
  openings: { id: string; kind: OpeningKind; at: Instant; adminName: string; words: string | null }[];
  messages: Message[];
  hasOlder: boolean;
}

/** A conversation of a client and a plumber for the office: closed until it is opened for a reason, then read only (O16). */
export function OpenedConversation({ conversation, openings, messages, hasOlder }: Props) {
  const { client, plumber, openUntil } = conversation;
  return (
    <div className="grid max-w-3xl gap-5">
      <h1>
        <Link to={`/admin-dashboard/people/${client.id}`} className="inline-flex min-h-11 items-center">
          {fullName(client)}
        </Link>{" "}
        and{" "}
        <Link to={`/admin-dashboard/people/${plumber.id}`} className="inline-flex min-h-11 items-center">
          {fullName(plumber)}
        </Link>
      </h1>
      {openUntil === null ? (
        <OpeningForm conversation={conversation} />
      ) : (
        <>
          <Notice kind="info">You can read it until {formatInstant(openUntil)}. Both have been told.</Notice>
          <Messages messages={messages} hasOlder={hasOlder} client={client} plumber={plumber} />
        </>
      )}
      {openings.length > 0 && (
        <section className="card grid gap-4 p-5">
          <h2>Opened by our office</h2>
          <ol className="grid gap-4">
            {openings.map(({ id, kind, at, adminName, words }) => (
              <li key={id} className="grid gap-0.5 leading-snug">
                <p>
                  <b>{adminName}</b>, because of {OPENING_KIND_WORDS[kind]}
                </p>
                {words && <p className="wrap-anywhere text-ink-2">“{words}”</p>}
                <p className="text-sm text-ink-3 tabular-nums">{formatInstant(at)}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function OpeningForm({ conversation: { messages, lastAt } }: Pick<Props, "conversation">) {
  const { fields, all, message } = useFormReply("opening", ["kind", "words"]);
  return (
    <section className="card grid gap-4 p-5">
      <h2>Open this conversation</h2>
      <p>
        {lastAt === null
          ? "They haven't written anything yet."
          : `${countOf(messages, "message")}, the last one at ${formatInstant(lastAt)}.`}
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
        <SubmitButton busy="Opening..." className="justify-self-start">
          Open and tell both
        </SubmitButton>
      </Form>
    </section>
  );
}

function Messages({
  messages,
  hasOlder,
  client,
  plumber,
}: Pick<Props, "messages" | "hasOlder"> & { client: Side; plumber: Side }) {
  const first = messages[0];
  return (
    <>
      {hasOlder && first && (
        <Link to={`?before=${first.seq}`} className="button button-quiet justify-self-center">
          Earlier messages
        </Link>
      )}
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
              <p className="whitespace-pre-line wrap-anywhere">{message.content}</p>
              {message.photoId && <MessagePhoto id={message.photoId} />}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A photo of the conversation, which the office can hide (P5). */
const MessagePhoto = ({ id }: { id: string }) => (
  <Form method="post" className="grid justify-items-start gap-1">
    <a href={privatePhotoUrl(id, 1280)} target="_blank" rel="noopener" className="photo">
      <img src={privatePhotoUrl(id, 320)} alt="Photo" loading="lazy" />
    </a>
    <button name="intent" value={`hide:${id}`} className="button-link">
      Hide the photo
    </button>
  </Form>
);
