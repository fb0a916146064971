import * as z from "zod";
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { brand } from "~/brand";
import { batch, type Database, columnsOf, insertWhere } from "~/db/client.server";
import { webhookEndpoints } from "~/db/schema";
import { dashboardOf, type Role, type AuthenticatedUser, type SteppedUpUser } from "../../values/user";
import { defineNotices } from "../notice";
import type { DomainContext } from "../../domain-context.server";
import { newId, randomText } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import { dropQueued } from "../notice-states.server";
import { notify } from "../notify.server";
import { MAX_ADDRESS_LENGTH, WEBHOOK_TOPICS, webhookAddress } from "./webhook";

/** Notices to the owner of webhooks and personal tokens (X11, X12). */
export const webhookNotices = defineNotices<{
  programAdded: { name: string; role: Role; what: "A webhook" | "A personal token"; label: string };
  webhookEnded: { name: string; role: Role; url: string; isGone: boolean };
}>("account", {
  programAdded: {
    email: ({ name, role, what, label }, origin) => ({
      subject: `${what} was added to your ${brand.name} account`,
      to: name,
      paragraphs: [`${what} was just added to your account: ${label}.`],
      action: { label: "See tokens and webhooks", url: `${origin}${dashboardOf(role)}/settings/programs` },
      closing: "If it wasn't you, choose a new password: that ends it. Then call our office.",
    }),
  },

  webhookEnded: {
    email: ({ name, role, url, isGone }, origin) => ({
      subject: `We've stopped posting to your webhook at ${new URL(url).hostname}`,
      to: name,
      paragraphs: [
        isGone
          ? "It answered 410: that there is nothing there any more."
          : "For three days, nothing that we posted there was taken.",
        `${brand.name} posts nothing to it now. You can see its last answers in your settings, and add it again once it works.`,
      ],
      action: { label: "See what it answered", url: `${origin}${dashboardOf(role)}/settings/programs` },
    }),
  },
});

/** Adds a webhook (X11). `webhookAddress` says which addresses we post to. */
export const webhookForm = z.object({
  url: z
    .string({ error: "Please enter an address." })
    .trim()
    .max(MAX_ADDRESS_LENGTH, `At most ${MAX_ADDRESS_LENGTH} characters.`),
  topics: z.array(z.enum(WEBHOOK_TOPICS), "Please choose one at least.").min(1, "Please choose one at least.").max(10),
});

const MAX_WEBHOOKS = 5;

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Adds a webhook (X11), emails its owner, and gives the secret that signs what is posted: shown this once. Refuses with
 * `webhookAddressRefused`, and with `tooManyWebhooks` beyond five.
 */
export async function addWebhook(
  context: DomainContext,
  user: SteppedUpUser,
  { url, topics }: z.output<typeof webhookForm>,
  allowsLocalhost: boolean,
) {
  const { db, now, origin } = context;
  const { id: userId, firstName, role } = user;
  const address = webhookAddress(url, origin, allowsLocalhost);
  if (!address) return refuse("webhookAddressRefused");
  const id = newId();
  const secret = `whsec_${randomText(ALPHABET, 40)}`;
  const row = { id, userId, url: address, topics: JSON.stringify([...new Set(topics)]), secret, createdAt: now };
  const hasRoom = sql`(select count(*) from webhook_endpoints where user_id = ${userId}) < ${MAX_WEBHOOKS}`;
  const isStored = sql`exists (select 1 from webhook_endpoints where id = ${id})`;
  const facts = { name: firstName, role, what: "A webhook" as const, label: new URL(address).hostname };
  const { added } = await batch(db, {
    added: insertWhere(db, webhookEndpoints, row, hasRoom),
    notice: notify(context, userId, id, isStored, webhookNotices.programAdded, facts),
  });
  return added.meta.changes === 1 ? { ok: true as const, id, secret } : refuse("tooManyWebhooks");
}

export type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number];

/** Lists a user's webhooks, newest first. `failingSince` null: the last delivery succeeded. */
export async function listWebhooks(db: Database, userId: string) {
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
