import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { batch, type Database, columnsOf, firstRow, insertWhere } from "~/db/client.server";
import { notices, users, webhookDeliveries, webhookEndpoints } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { DAY, SECOND, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { hmacInHex } from "../../values/secrets";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { DeliveryError, readShortNotice, type QueuedNotice, type Sender, type AddressedNotice } from "../notice";
import { changeNotices, dropQueued, isFree, UNTRIED } from "../notice-states.server";
import { notify } from "../notify.server";
import type { Delivery } from "./webhook";
import { webhookNotices } from "./webhook-endpoints.server";

const ENDS_AFTER = 3 * DAY;
const KEPT_DELIVERIES = 20;

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, "id" | "url" | "secret" | "userId"> &
  Pick<AuthenticatedUser, "role" | "firstName">;

/** Where a webhook is posted; null if it was removed or has ended, and while its account is suspended. */
function findEndpoint(db: Database, id: string): Promise<Endpoint | null> {
  return firstRow(
    db
      .select({
        ...columnsOf(webhookEndpoints, "id", "url", "secret", "userId"),
        ...columnsOf(users, "role", "firstName"),
      })
      .from(webhookEndpoints)
      .innerJoin(users, eq(users.id, webhookEndpoints.userId))
      .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.endedAt), isNull(users.suspendedAt))),
  );
}

// Records what a webhook answered (null: nothing) and how long it took. 410, and a failure three days after the first
// in a row, end it: its owner gets an email, what is queued is dropped (X11).
async function recordDelivery(
  { db, now }: { db: Database; now: Instant },
  endpoint: Endpoint,
  tried: { notice: QueuedNotice; data: WebhookData; answer: number | null; took: number },
) {
  const { notice, data, answer, took } = tried;
  const { id: noticeId, kind } = notice;
  const { id, userId, firstName: name, role, url } = endpoint;
  const failed = answer === null || answer < 200 || answer >= 300;
  const isGone = answer === 410;
  const mine = sql`endpoint_id = ${id}`;
  const ended = sql`exists (select 1 from webhook_endpoints where id = ${id} and ended_at = ${now})`;
  const failing = {
    failingSince: sql`coalesce(failing_since, ${now})`,
    endedAt: sql`iif(${Number(isGone)} or failing_since <= ${now - ENDS_AFTER}, ${now}, null)`,
  };
  const payload = JSON.stringify(data);
  const row = { id: newId(), endpointId: sql`id`, noticeId, kind, payload, answer, took, at: now };
  const byEmail = { db, now, channels: ["email"] as const };
  await batch(db, {
    // Removed meanwhile: there is nothing to record.
    delivery: insertWhere(db, webhookDeliveries, row, sql`id = ${id}`, { from: sql`webhook_endpoints` }),
    older: db.delete(webhookDeliveries).where(sql`${mine} and id not in (
        select id from webhook_deliveries where ${mine} order by at desc, id desc limit ${KEPT_DELIVERIES})`),
    state: failed
      ? db
          .update(webhookEndpoints)
          .set(failing)
          .where(sql`id = ${id} and ended_at is null`)
      : db
          .update(webhookEndpoints)
          .set({ failingSince: null })
          .where(sql`id = ${id} and failing_since is not null`),
    told: failed
      ? notify(byEmail, {
          to: userId,
          cause: id,
          when: ended,
          notice: webhookNotices.webhookEnded,
          facts: { name, role, url, isGone },
        })
      : null,
    dropped: failed
      ? dropQueued(db, sql`channel = 'webhook' and recipient = ${id} and ${ended}`, "The webhook has ended.")
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

/** Queues a delivery again under its old id (X11). Refuses with `deliveryNotFound`: ended, or over a month old. */
export async function sendDeliveryAgain({ db, now }: DomainContext, user: AuthenticatedUser, deliveryId: string) {
  const own = (column: string) => sql`(select ${sql.raw(column)} from webhook_deliveries delivery
    join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id
    where delivery.id = ${deliveryId} and endpoint.user_id = ${user.id} and endpoint.ended_at is null)`;
  const queued = await changeNotices(
    db,
    "postedAgain",
    { ...UNTRIED, words: sql`coalesce(words, ${own("delivery.payload")})`, nextAttemptAt: now, expiresAt: null },
    sql`id = ${own("delivery.notice_id")} and channel = 'webhook' and (status <> 'queued' or ${isFree(now)})`,
  ).returning({ id: notices.id });
  return queued.length > 0 ? OK : refuse("deliveryNotFound");
}

export const SIGNATURE_HEADER = "Pombi-Signature";

/** Signs what a webhook posts (X11): `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`, the time against replays. */
export async function signWebhook(secret: string, body: string, at: Instant): Promise<string> {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${await hmacInHex(secret, `${seconds}.${body}`)}`;
}

type WebhookData = Pick<AddressedNotice, "title" | "body" | "path" | "bookingId" | "reference">;

// A notice as a program receives it, its page by the booking's reference: the notice's own path may carry the token
// that answers a request (N16), which is for the plumber's eyes.
function webhookData(notice: QueuedNotice): WebhookData {
  const { title, body, path, bookingId, reference } = readShortNotice(notice);
  return { title, body, path: reference ? `/bookings/${reference}` : (path.split("?")[0] ?? ""), bookingId, reference };
}

/** The body posted to a webhook (X11): the same each time it is sent. */
const webhookBody = (
  { id, kind, createdAt }: { id: string; kind: string; createdAt: Instant },
  { title, body, path, bookingId, reference }: WebhookData,
  origin: string,
): string =>
  JSON.stringify({
    id,
    type: kind,
    createdAt: new Date(createdAt).toISOString(),
    data: { title, body, url: origin + path, bookingId, reference },
  });

/** A little less than the outbox waits, so that what became of it is written down before. In milliseconds. */
const TIMEOUT = 4.5 * SECOND;

/** The sender of webhooks (X11). Follows no redirect, which could lead into a private network. Records each try. */
export const webhookSender = (
  db: Database,
  { origin, now, fetch }: { origin: string; now: () => Instant; fetch: typeof globalThis.fetch },
): Sender => ({
  async send(notice, signal) {
    const endpoint = await findEndpoint(db, notice.recipient);
    if (!endpoint) throw new DeliveryError("The webhook was removed or has ended.", "drop");
    const data = webhookData(notice);
    const body = webhookBody(notice, data, origin);
    const began = now();
    const answer = await post(endpoint, body);
    const at = now();
    await recordDelivery({ db, now: at }, endpoint, { notice, data, answer, took: at - began });
    if (answer === null) throw new DeliveryError("The webhook did not answer.", "retry");
    if (answer >= 200 && answer < 300) return null;
    throw new DeliveryError(`The webhook answered ${answer}.`, answer === 410 ? "drop" : "retry", String(answer));

    async function post({ url, secret }: { url: string; secret: string }, body: string): Promise<number | null> {
      try {
        const response = await fetch(url, {
          method: "POST",
          body,
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
          headers: {
            "Content-Type": "application/json",
            "User-Agent": "Pombi-Webhooks/1",
            [SIGNATURE_HEADER]: await signWebhook(secret, body, began),
          },
        });
        // Whatever it says, and however long: no one reads it. A stream that broke already counts as cancelled.
        await response.body?.cancel().catch(() => undefined);
        return response.status;
      } catch {
        return null;
      }
    }
  },
});
