import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { batch } from "~/db/client.server";
import { contacts, requestDrafts } from "~/db/schema";
import { areStrangers, introduceToAsk } from "../contacts/contacts.server";
import type { DomainContext } from "../domain-context.server";
import { DRAFT_LIFE } from "../bookings/request-draft";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import type { Instant } from "../time/harare";
import { newId } from "../values/id";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { sendMessage, store, type Draft } from "./messages.server";

const isListed = (plumberId: string) =>
  sql`exists (select 1 from plumber_profiles where user_id = ${plumberId} and listed = 1)`;

/**
 * Asks a listed plumber a question before booking (C16), which opens a conversation: one question, then the plumber
 * answers or closes it. Where a booking has opened one, the question is a message there. The same id again is the same
 * question. Refuses with `onlyClientsAsk`, `plumberNotFound`, `alreadyInTouch` where a question was asked before, and
 * `tooMany` (L1).
 */
export async function askPlumber(
  context: DomainContext,
  client: AuthenticatedUser,
  question: Draft,
): Promise<{ ok: true } | Refusal<"onlyClientsAsk" | "plumberNotFound" | "alreadyInTouch"> | TooMany> {
  const { db, now } = context;
  if (client.role !== "client") return refuse("onlyClientsAsk");
  const { recipientId } = question;
  const attempt: Attempt = ["questionPerClient", client.id];
  const isNew = sql`${isListed(recipientId)} and ${areStrangers(client.id, recipientId)}`;
  const { counted, stored, whyNot } = await store(context, client, question, {
    counted: hit(context, attempt, isNew),
    introduced: introduceToAsk(
      db,
      client.id,
      recipientId,
      sql`${isListed(recipientId)} and ${isWithinLimit(context, attempt)}`,
      now,
    ),
    // What `introduceToAsk` has just opened, and nothing else.
    isAllowed: sql`exists (select 1 from contacts where user_id = ${client.id} and other_id = ${recipientId} and asked_at = ${now})`,
  });
  const tooMany = exceeded(context, counted ?? []);
  if (tooMany) return tooMany;
  if (stored) return stored.message.recipientId === recipientId ? { ok: true } : refuse("alreadyInTouch");
  if (whyNot !== "contactNotFound") return refuse("alreadyInTouch");
  // They have a conversation by a booking, or there is no such plumber.
  const sent = await sendMessage(context, client, question);
  if (sent.ok) return { ok: true };
  if (sent.reason === "tooMany") return sent;
  return refuse(sent.reason === "contactNotFound" ? "plumberNotFound" : "alreadyInTouch");
}

/** Closes a conversation that a question opened, as its plumber (C16), or opens it again; any other stays as it is. */
export async function setConversationClosed(
  { db, now }: DomainContext,
  plumber: AuthenticatedUser,
  clientId: string,
  isClosed: boolean,
): Promise<void> {
  await db.update(contacts).set({ closedAt: isClosed ? now : null })
    .where(sql`(user_id, other_id) in (values (${plumber.id}, ${clientId}), (${clientId}, ${plumber.id})) and asked_at is not null
      and exists (select 1 from plumber_profiles where user_id = ${plumber.id})`);
}

/**
 * Keeps a visitor's question to a listed plumber while they sign in or sign up (C16), in the draft of their browser or a
 * new one, which counts (L1). Returns the draft's id, or null where nothing was kept.
 */
export async function keepQuestion(
  context: DomainContext,
  {
    draftId,
    plumberId,
    question,
    clientAddress,
  }: { draftId: string | null; plumberId: string; question: string; clientAddress: string },
): Promise<string | null> {
  const { db, now } = context;
  const newDraftId = newId();
  const attempt: Attempt = ["draftPerAddress", clientAddress];
  const isLive = sql`id = ${draftId} and expires_at > ${now}`;
  const isNew = sql`not exists (select 1 from request_drafts where ${isLive}) and ${isListed(plumberId)}`;
  const { updated, inserted } = await batch(db, {
    drafts: hit(context, attempt, isNew),
    // The chosen time was another plumber's.
    updated: db
      .update(requestDrafts)
      .set({
        question,
        startsAt: sql`iif(plumber_id = ${plumberId}, starts_at, null)`,
        plumberId,
        expiresAt: now + DRAFT_LIFE,
      })
      .where(sql`${isLive} and ${isListed(plumberId)}`),
    inserted: insertWhere(
      db,
      requestDrafts,
      { id: newDraftId, plumberId, question, expiresAt: now + DRAFT_LIFE },
      sql`${isNew} and ${isWithinLimit(context, attempt)}`,
    ),
  });
  if (updated.meta.changes === 1) return draftId;
  return inserted.meta.changes === 1 ? newDraftId : null;
}

/** The question to a plumber that a browser has kept (C16); null without any. */
export async function findKeptQuestion(
  db: Database,
  draftId: string | null,
  plumberId: string,
  now: Instant,
): Promise<string | null> {
  const [draft] = await db
    .select({ question: requestDrafts.question })
    .from(requestDrafts)
    .where(sql`id = ${draftId} and plumber_id = ${plumberId} and expires_at > ${now}`);
  return draft?.question ?? null;
}
