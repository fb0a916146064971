import { Fragment, useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import type { OpenJob } from "~/domain/bookings/booking-views";
import { fullName } from "~/domain/values/user";
import { MESSAGE_LENGTH, PHOTO_ALONE, type Contact, type Message } from "~/domain/messages/message";
import { dateAt, formatDate, formatInstant, type Instant } from "~/domain/time/harare";
import { useConversation } from "~/realtime/conversation/use-conversation";
import type { Draft } from "~/realtime/conversation/use-drafts";
import { keepTyped, readTyped, unsentKey } from "~/realtime/conversation/unsent";
import { Avatar } from "~/ui/accounts/avatar";
import { Icon, Link, Notice } from "~/ui/shell/elements";
import { ChosenPhoto, JobOnTop, PhotoButton } from "./chat-parts";
import { Bubble } from "~/ui/messages/bubble";
import { useDashboard } from "~/ui/shell/dashboard-page";
import { useResponseContext } from "~/ui/shell/response-context";
import { Form } from "~/ui/forms/owned-form";

interface Props {
  chat: {
    selfId: string;
    contact: Contact;
    messages: Message[];
    hasOlder: boolean;
    isOlderPage: boolean;
    draftId: string;
    job: OpenJob | null;
    call: string | null;
    whatsApp: string | null;
    openings: { why: string; at: Instant }[];
  };
  problem: string | null;
  kept: string | undefined;
  children: ReactNode;
}

/** A conversation. The log is reversed, so that without script too it opens at its end and stays there as it grows. */
export function Chat({ chat, problem, kept, children }: Props) {
  const { selfId, contact, messages: loaded, isOlderPage, draftId, openings, job, call, whatsApp } = chat;
  const { role, dashboard, name } = useDashboard();
  const conversation = useConversation({ id: selfId, name }, contact.id, {
    messages: loaded,
    hasOlder: chat.hasOlder,
    readSeq: contact.readSeq ?? 0,
  });
  const { messages, drafts, hasOlder, isOnline, isTyping } = conversation;
  const log = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const unsent = unsentKey(selfId, contact.id);
  useEffect(() => {
    if (box.current?.value === "") box.current.value = readTyped(unsent);
  }, [unsent]);
  const [isAway, setIsAway] = useState(false);
  const [photo, setPhoto] = useState<Blob | null>(null);
  // The first message that was unread when the page was opened.
  const [unreadFrom] = useState(() =>
    contact.unread > 0 ? loaded.filter(({ senderId }) => senderId === contact.id).at(-contact.unread)?.seq : null,
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = box.current;
    const content = input?.value.trim() || (photo ? PHOTO_ALONE : "");
    if (!input || !content) return;
    conversation.send(content, photo);
    input.value = "";
    keepTyped(unsent, "");
    setPhoto(null);
    toEnd();
  }
  /** Puts a draft back into the input, above the text typed meanwhile, with its photo. */
  function takeBack({ id, content, photo: itsPhoto }: Draft) {
    const input = box.current;
    if (!input) return;
    input.value = input.value ? `${content}\n${input.value}` : content;
    keepTyped(unsent, input.value);
    if (itsPhoto) setPhoto(itsPhoto);
    conversation.drop(id);
    input.focus();
  }
  const isWaiting =
    contact.role === "plumber" && contact.askedAt != null && !messages.some(({ senderId }) => senderId === contact.id);
  const isSilent = contact.closedAt != null || (isWaiting && messages.length > 0);
  /** The office's openings of this conversation between two instants, which both sides see (O16). */
  const openedBetween = (from: Instant, until: Instant) =>
    openings
      .filter(({ at }) => at >= from && at < until)
      .map(({ why, at }) => (
        <li key={`opened ${at}`} className="py-2 text-center text-sm text-ink-2">
          Our office opened this conversation because of {why}, {formatInstant(at)}.{" "}
          <a href="/privacy">What our office may see</a>
        </li>
      ));
  const standing = isOnline ? "Online" : contact.role === "admin" && `Office, ${contact.about}`;
  const toEnd = () => log.current?.scrollTo({ top: 0 });

  return (
    <section
      aria-label={`Conversation with ${fullName(contact)}`}
      className="conversation card flex flex-col lg:h-[calc(100dvh-8rem)]"
    >
      <header className="flex items-center gap-3 border-b border-line px-4 py-3">
        <Link
          to={`${dashboard}/messages`}
          className="grid size-11 flex-none place-items-center rounded-field lg:hidden"
        >
          <Icon name="arrow-left" label="All conversations" />
        </Link>
        <Avatar photoKey={contact.photoKey} size={40} />
        <div className="leading-snug">
          <h2 className="text-lg leading-tight wrap-anywhere">
            {role === "admin" ? (
              <Link to={`/admin-dashboard/people/${contact.id}`}>{fullName(contact)}</Link>
            ) : (
              fullName(contact)
            )}
          </h2>
          <p className="text-sm text-ink-2" aria-live="polite">
            {isTyping ? "typing…" : standing}
          </p>
        </div>
        {call && (
          <a href={call} className="button button-quiet px-3">
            <Icon name="phone" /> <span className={whatsApp ? "sr-only" : "max-sm:sr-only"}>Call</span>
          </a>
        )}
        {whatsApp && (
          <a href={whatsApp} className="button button-quiet px-3">
            <Icon name="whatsapp" /> <span className="sr-only">WhatsApp</span>
          </a>
        )}
      </header>
      {job && <JobOnTop job={job} page={`${dashboard}/${role === "plumber" ? "jobs" : "bookings"}`} />}
      <div className="relative min-h-0 flex-1">
        <div
          ref={log}
          onScroll={(event) => setIsAway(event.currentTarget.scrollTop < -120)}
          className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain p-4"
        >
          <div role="log" aria-label="Messages" className="mt-auto">
            {hasOlder && (
              <p className="pb-4 text-center">
                <a
                  href={`?before=${messages[0]?.seq}`}
                  className="chip"
                  onClick={(event) => {
                    event.preventDefault();
                    void conversation.showOlder();
                  }}
                >
                  Older messages
                </a>
              </p>
            )}
            {messages.length + drafts.length === 0 && (
              <p className="py-8 text-center text-ink-2">No messages yet. Say hello.</p>
            )}
            <ol className="grid gap-2">
              {messages.map((message, index) => (
                <Fragment key={message.seq}>
                  {dateAt(message.createdAt) !== dateAt(messages[index - 1]?.createdAt ?? 0) && (
                    <li className="py-2 text-center text-sm text-ink-2">{formatDate(dateAt(message.createdAt))}</li>
                  )}
                  {message.seq === unreadFrom && (
                    <li className="border-b border-copper-600 text-center text-sm font-semibold text-copper-700">
                      Unread
                    </li>
                  )}
                  {openedBetween(
                    messages[index - 1]?.createdAt ?? (hasOlder ? message.createdAt : 0),
                    message.createdAt,
                  )}
                  <Bubble
                    content={message.content}
                    photoId={message.photoId}
                    own={message.senderId === selfId}
                    at={message.createdAt}
                    isRead={message.seq <= conversation.readSeq}
                  />
                </Fragment>
              ))}
              {!isOlderPage && openedBetween(messages.at(-1)?.createdAt ?? 0, Infinity)}
              {drafts.map((draft) => (
                <Bubble
                  key={draft.id}
                  content={draft.content}
                  photo={draft.photo}
                  own
                  at={null}
                  failure={draft.failure}
                  isWaiting={conversation.isWaiting(draft)}
                  onRetry={() => conversation.retry(draft)}
                  onTakeBack={() => takeBack(draft)}
                  onRemove={() => conversation.drop(draft.id)}
                />
              ))}
            </ol>
            {isOlderPage && (
              <p className="pt-3 text-center">
                <a href="?" className="chip">
                  Latest messages
                </a>
              </p>
            )}
          </div>
        </div>
        {isAway && (
          <button type="button" onClick={toEnd} className="chip absolute right-4 bottom-3">
            <Icon name="chevron-down" /> Jump to latest
          </button>
        )}
      </div>
      {!isOlderPage &&
        (import.meta.env.SSR ? (
          <NewMessages otherId={contact.id} after={loaded.at(-1)?.seq ?? 0} />
        ) : (
          // React leaves alone what the server wrote into it.
          <noscript />
        ))}
      {problem && (
        <Notice kind="danger" className="mx-4">
          <span id="message-problem">{problem}</span>
        </Notice>
      )}
      {photo && <ChosenPhoto photo={photo} onRemove={() => setPhoto(null)} />}
      {contact.askedAt != null && <Question contact={contact} isWaiting={isSilent} />}
      <Form
        method="post"
        encType="multipart/form-data"
        reloadDocument
        onSubmit={submit}
        data-unsent={unsent}
        className={isSilent ? "hidden" : "flex items-end gap-2 border-t border-line p-3"}
      >
        <input type="hidden" name="id" value={draftId} />
        <PhotoButton onPhoto={setPhoto} />
        <textarea
          ref={box}
          name="content"
          dir="auto"
          rows={1}
          maxLength={MESSAGE_LENGTH}
          defaultValue={kept}
          placeholder="Type a message..."
          aria-label="Message"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "message-problem" : undefined}
          className="input max-h-40 min-h-12 resize-none [field-sizing:content]"
          onInput={({ currentTarget }) => {
            keepTyped(unsent, currentTarget.value);
            conversation.type();
          }}
          onKeyDown={sendOnEnter}
        />
        <button className="button size-12 flex-none p-0">
          <Icon name="arrow-left" label="Send" className="rotate-90" />
        </button>
      </Form>
      {children}
    </section>
  );
}

/** Shows new messages without the framework's script, in a frame that reloads itself (C8). */
function NewMessages({ otherId, after }: { otherId: string; after: number }) {
  const { isLight } = useResponseContext();
  const frame = (
    <iframe
      title="New messages"
      tabIndex={-1}
      src={`/messages/${otherId}/new?after=${after}`}
      height="80"
      className="w-full border-t border-line"
    />
  );
  return isLight ? frame : <noscript>{frame}</noscript>;
}

/** The state of a conversation that a client's question opened (C16): its plumber closes it and opens it again. */
const Question = ({ contact, isWaiting }: { contact: Contact; isWaiting: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2 text-sm text-ink-2">
    {contact.role === "plumber" ? (
      <>
        {contact.closedAt != null
          ? `${contact.firstName} has closed this conversation.`
          : isWaiting && `You can write again once ${contact.firstName} has answered.`}
        <Link to={`/appointment/${contact.id}`}>Book {contact.firstName}</Link>
      </>
    ) : (
      <>
        {contact.closedAt == null ? "Asked before booking." : "You've closed this conversation."}
        <Form method="post" replace>
          <button name="intent" value={contact.closedAt == null ? "close" : "open"} className="button-link">
            {contact.closedAt == null ? "Close conversation" : "Open again"}
          </button>
        </Form>
      </>
    )}
  </div>
);

/** Enter sends on devices with a keyboard; Shift+Enter, and Enter on phones, adds a line. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { key, shiftKey, nativeEvent } = event;
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing || matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
