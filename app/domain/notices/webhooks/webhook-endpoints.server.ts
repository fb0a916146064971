import * as z from "zod";
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { brand } from "~/brand";
import { batch, type Database, columnsOf, insertWhere, selectFacts } from "~/db/client.server";
import { webhookEndpoints } from "~/db/schema";
import { settingsOf, type Role, type AuthenticatedUser, type SteppedUpUser } from "../../values/user";
import { defineNotices } from "../notice";
import type { DomainContext } from "../../domain-context.server";
import { tooLong } from "../../values/fields";
import { newId, randomText } from "../../values/id";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { isLiveSession } from "../../values/live-session.server";
import { OK, refuse } from "../../values/refusal";
import { dropQueued } from "../notice-states.server";
import { notifyOfOneMore } from "../notify.server";
import { MAX_ADDRESS_LENGTH, WEBHOOK_TOPICS, type Webhook, webhookAddress } from "./webhook";

interface AddedProgram {
  what: "webhook" | "personal token";
  label: string;
}

/** Notices to the owner of webhooks and personal tokens (X11, X12). */
export const webhookNotices = defineNotices<{
  programAdded: { name: string; role: Role; added: AddedProgram[] };
  webhookEnded: { name: string; role: Role; url: string; isGone: boolean };
}>("account", {
  programAdded: {
    isOver: "never: access",
    email: ({ name, role, added }, origin) => ({
      subject:
        added.length === 1
          ? `A ${added[0]!.what} was added to your ${brand.name} account`
          : `${added.length} tokens and webhooks were added to your ${brand.name} account`,
      to: name,
      paragraphs: added.map(({ what, label }) => `A ${what} was added to your account: ${label}.`),
      action: { label: "See tokens and webhooks", url: `${origin}${settingsOf(role)}/programs` },
      closing: "If it wasn't you, choose a new password: that ends them all. Then call our office.",
    }),
  },

  webhookEnded: {
    isOver: "never: access",
    email: ({ name, role, url, isGone }, origin) => ({
      subject: `We've stopped posting to your webhook at ${new URL(url).hostname}`,
      to: name,
      paragraphs: [
        isGone
          ? "It answered 410: that there is nothing there any more."
          : "For three days, nothing that we posted there was taken.",
        `${brand.name} posts nothing to it now. You can see its last answers in your settings, and add it again once it works.`,
      ],
      action: { label: "See what it answered", url: `${origin}${settingsOf(role)}/programs` },
    }),
  },
});

/** The statements that email a user about a token or webhook just added, one email for those of ten minutes (N19). */
export const notifyOfProgram = (
  context: DomainContext,
  { id: userId, firstName: name, role }: AuthenticatedUser,
  { id, ...one }: AddedProgram & { id: string },
  condition: SQL,
) =>
  notifyOfOneMore(context, {
    to: userId,
    cause: id,
    when: condition,
    notice: webhookNotices.programAdded,
    facts: { name, role, added: [one] },
    of: "added",
  });

/** Adds a webhook (X11). `webhookAddress` says which addresses we post to. */
export const webhookForm = z.object({
  url: z.string({ error: "Address is required." }).trim().max(MAX_ADDRESS_LENGTH, tooLong(MAX_ADDRESS_LENGTH)),
  topics: z
    .array(z.enum(WEBHOOK_TOPICS), "At least one choice is required.")
    .min(1, "At least one choice is required.")
    .max(10),
});

const MAX_WEBHOOKS = 5;

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Adds a webhook (X11), emails its owner, and gives the secret that signs what is posted: shown this once. Refuses with
 * `webhookAddressRefused`, with `tooManyWebhooks` beyond five, `tooMany` beyond 20 a day (L1), and `sessionEnded`.
 */
export async function addWebhook(
  context: DomainContext,
  user: SteppedUpUser,
  { url, topics }: z.output<typeof webhookForm>,
  allowsLocalhost: boolean,
) {
  const { db, now, origin } = context;
  const { id: userId, sessionHash } = user;
  const address = webhookAddress(url, origin, allowsLocalhost);
  if (!address) return refuse("webhookAddressRefused");
  const id = newId();
  const secret = `whsec_${randomText(ALPHABET, 40)}`;
  const row = { id, userId, url: address, topics: JSON.stringify([...new Set(topics)]), secret, createdAt: now };
  const hasRoom = sql`(select count(*) from webhook_endpoints where user_id = ${userId}) < ${MAX_WEBHOOKS}`;
  const isStored = sql`exists (select 1 from webhook_endpoints where id = ${id})`;
  const attempt: Attempt = ["webhookPerUser", userId];
  const isLive = isLiveSession(sessionHash, userId, now);
  const label = new URL(address).hostname;
  const { before, counted, added } = await batch(db, {
    before: selectFacts(db, { isLive }),
    counted: hit(context, attempt, sql`${isLive} and ${hasRoom}`),
    added: insertWhere(db, webhookEndpoints, row, sql`${isLive} and ${hasRoom} and ${isWithinLimit(context, attempt)}`),
    notices: notifyOfProgram(context, user, { id, what: "webhook", label }, isStored),
  });
  if (added.meta.changes === 1) return { ok: true as const, id, secret };
  if (!before[0]?.isLive) return refuse("sessionEnded");
  return exceeded(context, counted) ?? refuse("tooManyWebhooks");
}

/** Lists a user's webhooks, newest first. */
export async function listWebhooks(db: Database, userId: string): Promise<Webhook[]> {
  const rows = await db
    .select(columnsOf(webhookEndpoints, "id", "url", "topics", "createdAt", "failingSince", "endedAt"))
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(desc(webhookEndpoints.createdAt));
  // A topic that is no longer one is left out.
  const known = (stored: string) => WEBHOOK_TOPICS.filter((topic) => JSON.parse(stored).includes(topic));
  return rows.map((row) => ({ ...row, topics: known(row.topics) }));
}

/** The statements that end a user's webhooks, with what is queued for them, where `condition` holds (A12). */
export const endWebhooks = (db: Database, userId: string, condition: SQL) => [
  dropQueued(
    db,
    sql`channel = 'webhook' and recipient in (select id from webhook_endpoints where user_id = ${userId}) and ${condition}`,
    "Access to the account was ended.",
  ),
  db.delete(webhookEndpoints).where(sql`user_id = ${userId} and ${condition}`),
];

/** Removes a webhook of a user, with its deliveries and what is queued for it. Refuses with `webhookNotFound`. */
export async function removeWebhook({ db }: DomainContext, user: AuthenticatedUser, id: string) {
  const isOwn = sql`exists (select 1 from webhook_endpoints where id = ${id} and user_id = ${user.id})`;
  const { removed } = await batch(db, {
    dropped: dropQueued(db, sql`channel = 'webhook' and recipient = ${id} and ${isOwn}`, "The webhook was removed."),
    // Not by the number of changes: the deliveries that go with it count too.
    removed: db
      .delete(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, user.id)))
      .returning({ id: webhookEndpoints.id }),
  });
  return removed.length === 1 ? OK : refuse("webhookNotFound");
}
