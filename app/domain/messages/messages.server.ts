import { and, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import { batch, type Database, insertWhere, type Write } from "~/db/client.server";
import { contacts, messages, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import type { AuthenticatedUser, SessionClaims } from "../values/user";
import { isStillAdmin, recordAuditEntry } from "../audit-log/audit-log.server";
import { conversationIdOf, introduce, readsByWhatsApp, readsMessages } from "../contacts/contacts.server";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { newId } from "../values/id";
import { refuse } from "../values/refusal";
import {
  beginUpload,
  keepPhoto,
  type NewPhoto,
  photoOfMessage,
  type PhotoSender,
  privateKey,
} from "../photos/private-photos.server";
import { notify } from "../notices/notify.server";
import type { MessageDraft } from "./message";
import { messageNotices } from "./message-notices";
import { isLiveSender, mayListen } from "../values/live-session.server";
import { hashToken } from "../accounts/tokens.server";

export interface Draft extends MessageDraft {
  photo?: NewPhoto | null;
}

/** A client or plumber whose session the statement that stores the message checks (`isSignedIn`), or a confirmed user. */
type Sender = AuthenticatedUser | { id: string; role: "client" | "plumber"; isSignedIn: SQL };

/**
 * Writes to someone (C1 to C3). The same id with the same text gives the first message (`repeated`); with another text
 * (the browser's Back restored a form) it is stored under a new id. Refuses with `contactNotFound`, `tooMany` (L1); in
 * a conversation that a question opened (C16) with `conversationClosed`, and with `questionWaits` for the answer.
 */
export async function sendMessage(context: DomainContext, sender: Sender, draft: Draft) {
  const attempt: Attempt = ["messagePerUser", sender.id];
  const isSignedIn = "isSignedIn" in sender ? sender.isSignedIn : sql`true`;
  const isAllowed = sql`${isWithinLimit(context, attempt)} and ${isSignedIn}`;
  const first = await store(context, sender, draft, { counted: hit(context, attempt, isSignedIn), isAllowed });
  const tooMany = exceeded(context, first.counted ?? []);
  if (tooMany) return tooMany;
  if (!first.stored) return refuse(first.whyNot);
  const { message } = first.stored;
  if (message.content === draft.content && message.recipientId === draft.recipientId)
    return { ok: true as const, ...first.stored };
  const again = await store(context, sender, { ...draft, id: newId() }, { counted: null, isAllowed: isSignedIn });
  return again.stored ? { ok: true as const, ...again.stored } : refuse(again.whyNot);
}

/**
 * Stores a draft and all that follows from it in one batch that first counts the attempt (`counted` null: it was
 * counted before) and introduces the two. Returns the message of that id, or null and why. A plain message between contacts
 * takes five short statements; what these do not store is tried again with all statements, unless the limit or the session
 * bars it.
 */
export async function store(
  context: DomainContext,
  sender: Sender,
  { recipientId, id, content, photo }: Draft,
  limit: { counted: ReturnType<typeof hit> | null; isAllowed: SQL; introduced?: Write },
) {
  const { db, now } = context;
  const conversationId = conversationIdOf(sender.id, recipientId);
  const recipient = sql`(select 1 from users where id = ${recipientId} and id <> ${sender.id} and suspended_at is null
    and email_verified_at is not null and (${sender.role} = 'admin' or role = 'admin'))`;
  // A client who has asked, and has no answer yet (C16).
  const questionWaits =
    sender.role === "client"
      ? sql`(exists (select 1 from messages where conversation_id = ${conversationId})
          and not exists (select 1 from messages where conversation_id = ${conversationId} and sender_id = ${recipientId}))`
      : sql`false`;
  // Sees only the statement directly before it: each of these follows from the previous one.
  const followed = sql`changes() = 1`;
  const seqBefore = (seq: SQL) => sql<number>`coalesce((select max(before.seq) from messages before
    where before.conversation_id = ${conversationId} and before.seq < ${seq}), 0)`;

  const row = { id, conversationId, senderId: sender.id, recipientId, content, createdAt: now };
  const maySend = sql`exists (select 1 from contacts where user_id = ${sender.id} and other_id = ${recipientId}
            and closed_at is null and (asked_at is null or not ${questionWaits}))
          and exists (select 1 from users where id = ${recipientId} and ${readsMessages(sender)})
          and ${sender.role === "admin" ? isStillAdmin(sender.id) : sql`true`} and ${limit.isAllowed}`;
  const subject = { kind: "user", id: recipientId } as const;
  const isStored = sql`exists (select 1 from messages where sender_id = ${sender.id} and id = ${id} and recipient_id = ${recipientId})`;
  const tell = (notice: typeof messageNotices.newMessage, when: SQL) =>
    notify(context, {
      to: recipientId,
      cause: id,
      when,
      notice,
      facts: { senderId: sender.id, sender: "" },
      complete: (facts) =>
        sql`json_set(${facts}, '$.sender', (select trim(first_name || ' ' || last_name) from users where id = ${sender.id}))`,
    });
  const run = (isWhole: boolean, counted: typeof limit.counted) =>
    batch(db, {
      counted,
      introduced: isWhole
        ? (limit.introduced ??
          introduce(db, sender.id, recipientId, sql`exists ${recipient} and ${limit.isAllowed}`, now))
        : null,
      inserted: insertWhere(db, messages, row, maySend, { onConflict: "nothing" }),
      sent: db
        .update(users)
        .set({ unreadMessages: sql`unread_messages + 1` })
        .where(sql`id = ${recipientId} and ${followed}`)
        .returning({
          unreadTotal: users.unreadMessages,
          seq: sql<number>`last_insert_rowid()`,
          previousSeq: seqBefore(sql`last_insert_rowid()`),
          senderListens: sql<boolean>`${mayListen(sender.id)}`.mapWith(Boolean),
        }),
      auditEntry:
        sender.role === "admin"
          ? recordAuditEntry(context, { admin: sender, action: "messageSent", subject }, followed).entry
          : null,
      sides: db
        .update(contacts)
        .set({
          activeAt: now,
          unread: sql`unread + (user_id = ${recipientId})`,
          unreadSince: sql`iif(user_id = ${recipientId} and unread = 0, ${now}, unread_since)`,
        })
        .where(
          sql`(user_id, other_id) in (values (${recipientId}, ${sender.id}), (${sender.id}, ${recipientId})) and ${followed}`,
        )
        .returning({ userId: contacts.userId, unread: contacts.unread }),
      photo: photo ? keepMessagePhoto(context, photo, sender.id, { id, recipientId, content }) : null,
      notices: [
        tell(messageNotices.newMessage, isStored),
        tell(messageNotices.messageOnPhone, sql`${isStored} and ${readsByWhatsApp(recipientId, now)}`),
      ],
      messages: isWhole
        ? db
            .select({
              ...getTableColumns(messages),
              photoId: photoOfMessage,
              previousSeq: seqBefore(sql`messages.seq`),
            })
            .from(messages)
            .where(and(eq(messages.senderId, sender.id), eq(messages.id, id)))
        : null,
      contact: isWhole
        ? db
            .select({ askedAt: contacts.askedAt, closedAt: contacts.closedAt })
            .from(contacts)
            .where(and(eq(contacts.userId, sender.id), eq(contacts.otherId, recipientId)))
        : null,
    });
  // Done twice it is one message: what follows from the insert asks whether there was one.
  const isPlain = sender.role !== "admin" && !photo && !limit.introduced;
  const first = await tryTwice(() => run(!isPlain, limit.counted));
  const { counted } = first;
  // A session that has ended counts nothing.
  const isBarred = limit.counted !== null && (!counted?.length || exceeded(context, counted) !== null);
  const result = isPlain && !first.sent[0] && !isBarred ? await tryTwice(() => run(true, null)) : first;
  const [sent] = result.sent;
  const found = result.messages?.[0];
  if (sent) {
    const message = { seq: sent.seq, id, senderId: sender.id, recipientId, content, createdAt: now };
    const stored = { message: { ...message, photoId: found?.photoId ?? null }, previousSeq: sent.previousSeq };
    const unread = result.sides.find(({ userId }) => userId === recipientId)?.unread ?? 0;
    const { unreadTotal, senderListens } = sent;
    context.emit({ type: "messageSent", ...stored, unread, unreadTotal, senderListens });
    return { counted, stored: { ...stored, repeated: false } };
  }
  if (!found) {
    const contact = result.contact?.[0];
    const whyNot = contact?.closedAt ? "conversationClosed" : contact?.askedAt ? "questionWaits" : "contactNotFound";
    return { counted, stored: null, whyNot } as const;
  }
  const { conversationId: _, previousSeq, ...message } = found;
  return { counted, stored: { message, previousSeq, repeated: true } };
}

/** The statements that keep the photo of the message with this id and these words, which has none yet. */
function keepMessagePhoto(
  context: DomainContext,
  photo: NewPhoto,
  senderId: string,
  { id, recipientId, content }: MessageDraft,
) {
  const seq = seqOf(senderId, id);
  const isFirst = sql`exists (select 1 from messages where sender_id = ${senderId} and id = ${id}
      and recipient_id = ${recipientId} and content = ${content})
    and not exists (select 1 from private_photos where message_seq = ${seq})`;
  const { kept, claimed } = keepPhoto(context, { ...photo, of: ["messageSeq", seq] }, isFirst);
  return [kept, claimed];
}

/** Checks that two people may open a conversation (C1): they are contacts, or one of them is an admin. */
export async function mayConverse(db: Database, { id, role }: SessionClaims, otherId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.id} = ${otherId} and ${users.id} <> ${id} and ${readsMessages({ role })} and (${role} = 'admin' or ${users.role} = 'admin'
        or exists (select 1 from contacts where user_id = ${id} and other_id = ${otherId}))`,
    );
  return row !== undefined;
}

/**
 * Takes the photo of a message about to be sent (P5); null: the message with this id and these words has it. Refuses as
 * `PhotoStore.save` does, with `photoGone` when no one is signed in, and with `tooMany` (L1).
 */
export async function receiveMessagePhoto(
  context: DomainContext,
  { viewer, token, confirmation }: PhotoSender,
  message: MessageDraft,
  upload: Blob,
) {
  // A form that the browser's Back restored has the id of an earlier message, and may have other words (C3).
  const words = await hashToken(JSON.stringify([message.recipientId, message.content]));
  const photo: NewPhoto = {
    id: newId(),
    kind: "message",
    uploadId: `${viewer.id}:${message.id}:${words}`,
    uploadedBy: viewer.id,
    of: ["messageSeq", seqOf(viewer.id, message.id)],
  };
  const isLive = isLiveSender(token && (await hashToken(token)), viewer, context.now);
  const [begun] = await Promise.all([
    batch(context.db, beginUpload(context, photo, ["photoPerUser", viewer.id], isLive)),
    confirmation,
  ]);
  if (begun.earlier.length > 0) return { ok: true as const, photo: null };
  const tooMany = exceeded(context, begun.counted);
  if (tooMany) return tooMany;
  if (begun.reserved.meta.changes !== 1) return refuse("photoGone");
  const saved = await context.privatePhotos.save(privateKey(photo.id), upload);
  return saved.ok ? { ok: true as const, photo } : saved;
}

/** The `seq` of a message by its sender's own id of it, as SQL; null: it isn't stored. */
const seqOf = (senderId: string, messageId: string) =>
  sql`(select seq from messages where sender_id = ${senderId} and id = ${messageId})`;
