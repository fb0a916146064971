import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { notices, users, webhookDeliveries, webhookEndpoints } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { DAY } from "../../time/harare";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { QueuedNotice } from "../delivery";
import { dropQueued, UNTRIED } from "../notice-states.server";
import { notify } from "../notify.server";
import type { Delivery } from "./webhook";
import { webhookNotices } from "./webhook-endpoints.server";
import type { WebhookData } from "./webhook-sender.server";

const ENDS_AFTER = 3 * DAY;
const KEPT_DELIVERIES = 20;

type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

/** Where a webhook is posted; null if it was removed or has ended, and while its account is suspended. */
export async function findEndpoint(db: Database, id: string) {
  const { url, secret, userId } = webhookEndpoints;
  const [endpoint] = await db
    .select({ id: webhookEndpoints.id, url, secret, userId, role: users.role, firstName: users.firstName })
    .from(webhookEndpoints)
    .innerJoin(users, eq(users.id, webhookEndpoints.userId))
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.endedAt), isNull(users.suspendedAt)));
  return endpoint ?? null;
}

/**
 * Records what a webhook answered (null: nothing) and how long it took. 410, and a failure three days after the first
 * in a row, end the webhook: its owner gets an email, what is queued is dropped (X11).
 */
export async function recordDelivery(
  context: Pick<DomainContext, "db" | "now" | "origin">,
  endpoint: Endpoint,
  tried: { notice: Pick<QueuedNotice, "id" | "kind">; data: WebhookData; answer: number | null; took: number },
): Promise<void> {
  const { db, now } = context;
  const { notice, data, answer, took } = tried;
  const failed = answer === null || answer < 200 || answer >= 300;
  const isGone = answer === 410;
  const mine = sql`endpoint_id = ${endpoint.id}`;
  const ended = sql`exists (select 1 from webhook_endpoints where id = ${endpoint.id} and ended_at = ${now})`;
  await batch(db, {
    // Removed meanwhile: there is nothing to record.
    delivery: insertWhere(
      db,
      webhookDeliveries,
      {
        id: newId(),
        endpointId: sql`id`,
        noticeId: notice.id,
        kind: notice.kind,
        payload: JSON.stringify(data),
        answer,
        took,
        at: now,
      },
      sql`id = ${endpoint.id}`,
      { from: sql`webhook_endpoints` },
    ),
    older: db.delete(webhookDeliveries).where(sql`${mine} and id not in (
        select id from webhook_deliveries where ${mine} order by at desc, id desc limit ${KEPT_DELIVERIES})`),
    state: failed
      ? db
          .update(webhookEndpoints)
          .set({
            failingSince: sql`coalesce(failing_since, ${now})`,
            endedAt: sql`iif(${Number(isGone)} or failing_since <= ${now - ENDS_AFTER}, ${now}, null)`,
          })
          .where(sql`id = ${endpoint.id} and ended_at is null`)
      : db
          .update(webhookEndpoints)
          .set({ failingSince: null })
          .where(sql`id = ${endpoint.id} and failing_since is not null`),
    told: failed
      ? notify({ ...context, channels: ["email"] }, endpoint.userId, endpoint.id, ended, webhookNotices.webhookEnded, {
          name: endpoint.firstName,
          role: endpoint.role,
          url: endpoint.url,
          isGone,
        })
      : null,
    dropped: failed
      ? dropQueued(db, sql`channel = 'webhook' and recipient = ${endpoint.id} and ${ended}`, "The webhook has ended.")
      : null,
  });
}

/** Lists the last deliveries of all webhooks of a user, newest first, 20 of each at most (X11). */
export function listDeliveries(db: Database, userId: string): Promise<Delivery[]> {
  const { id, endpointId, kind, payload, answer, took, at } = webhookDeliveries;
  const title = sql<string>`json_extract(${payload}, '$.title')`.as("title");
  return db
    .select({ id, endpointId, kind, title, answer, took, at })
    .from(webhookEndpoints)
    .innerJoin(webhookDeliveries, eq(endpointId, webhookEndpoints.id))
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(desc(at), desc(id));
}

/**
 * Queues a delivery again, under its old id, by which receivers recognise it (X11). Refuses with `deliveryNotFound`,
 * also where the webhook has ended or the notice is over a month old.
 */
export async function sendDeliveryAgain({ db, now }: DomainContext, user: AuthenticatedUser, deliveryId: string) {
  const own = (column: string) => sql`(select ${sql.raw(column)} from webhook_deliveries delivery
    join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id
    where delivery.id = ${deliveryId} and endpoint.user_id = ${user.id} and endpoint.ended_at is null)`;
  const queued = await db
    .update(notices)
    .set({ ...UNTRIED, words: sql`coalesce(words, ${own("delivery.payload")})`, nextAttemptAt: now, expiresAt: null })
    .where(
      sql`id = ${own("delivery.notice_id")} and channel = 'webhook'
        and (status in ('sent', 'failed') or (status = 'queued' and (claimed_until is null or claimed_until <= ${now})))`,
    )
    .returning({ id: notices.id });
  return queued.length > 0 ? OK : refuse("deliveryNotFound");
}
