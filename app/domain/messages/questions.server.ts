import { sql } from "drizzle-orm";
import { isListedPlumber } from "../accounts/listing.server";
import { areStrangers, introduceToAsk, setClosed } from "../contacts/contacts.server";
import type { DomainContext } from "../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { sendMessage, store, type Draft } from "./messages.server";

/**
 * Asks a listed plumber one question before booking (C16), which opens a conversation; where one exists, it is a
 * message there. The same id again is the same question. Refuses with `onlyClientsAsk`, `plumberNotFound`, `tooMany`
 * (L1), and `alreadyInTouch` where a question was asked before.
 */
export async function askPlumber(context: DomainContext, client: AuthenticatedUser, question: Draft) {
  const { db, now } = context;
  if (client.role !== "client") return refuse("onlyClientsAsk");
  const { recipientId } = question;
  const attempt: Attempt = ["questionPerClient", client.id];
  const isListed = isListedPlumber(recipientId);
  const isNew = sql`${isListed} and ${areStrangers(client.id, recipientId)}`;
  const isAllowed = sql`${isListed} and ${isWithinLimit(context, attempt)}`;
  const { counted, stored, whyNot } = await store(context, client, question, {
    counted: hit(context, attempt, isNew),
    introduced: introduceToAsk(db, client.id, recipientId, isAllowed, now),
    // Only a conversation that `introduceToAsk` has just opened.
    isAllowed: sql`exists (select 1 from contacts where user_id = ${client.id} and other_id = ${recipientId} and asked_at = ${now})`,
  });
  const tooMany = exceeded(context, counted ?? []);
  if (tooMany) return tooMany;
  if (stored) return stored.message.recipientId === recipientId ? OK : refuse("alreadyInTouch");
  if (whyNot !== "contactNotFound") return refuse("alreadyInTouch");
  // They have a conversation by a booking, or there is no such plumber.
  const sent = await sendMessage(context, client, question);
  if (sent.ok) return OK;
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
  const isPlumber = sql`exists (select 1 from plumber_profiles where user_id = ${plumber.id})`;
  await setClosed(db, plumber.id, clientId, isClosed ? now : null, isPlumber);
}
