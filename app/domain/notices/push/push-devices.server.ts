import { and, asc, eq, sql } from "drizzle-orm";
import { batch, type Database, insertWhere, columnsOf } from "~/db/client.server";
import { notices, pushDevices } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import { MINUTE, DAY, HOUR, SECOND, type Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { type ShortNotice, DeliveryError, type Sender, type Verdict, readShortNotice } from "../notice";
import { MAX_DEVICES, type Subscription } from "./push-device";
import { bytesOf, fromBase64Url, toBase64Url } from "../../values/secrets";
import { encryptPush, writePushPayload, authorizePush, type VapidKeys } from "./web-push";

/**
 * Adds the device in which someone is signed in (N14): one a session, one row an endpoint, the oldest beyond 10 goes.
 * Gives its id; refuses with `tooMany`, and with `deviceNotFound` where the session has just ended.
 */
export async function addPushDevice(
  context: DomainContext,
  user: AuthenticatedUser,
  { endpoint, p256dh, auth }: Subscription,
) {
  const { db, now, device } = context;
  const attempt: Attempt = ["pushDevicePerUser", user.id];
  const isAllowed = isWithinLimit(context, attempt);
  const { counted, stored } = await batch(db, {
    counted: hit(context, attempt),
    replaced: db
      .delete(pushDevices)
      .where(sql`session_hash = ${user.sessionHash} and endpoint <> ${endpoint} and ${isAllowed}`),
    stored: db
      .insert(pushDevices)
      .select(
        sql`select ${newId()}, user_id, token_hash, ${endpoint}, ${p256dh}, ${auth}, ${device}, ${now} from sessions
          where token_hash = ${user.sessionHash} and user_id = ${user.id} and ${isAllowed}`,
      )
      .onConflictDoUpdate({
        target: pushDevices.endpoint,
        set: {
          userId: sql`excluded.user_id`,
          sessionHash: sql`excluded.session_hash`,
          p256dh: sql`excluded.p256dh`,
          auth: sql`excluded.auth`,
          name: sql`excluded.name`,
          createdAt: sql`excluded.created_at`,
        },
      })
      .returning({ id: pushDevices.id }),
    pruned: db.delete(pushDevices).where(
      sql`user_id = ${user.id} and id not in (select id from push_devices where user_id = ${user.id}
        order by created_at desc, id desc limit ${MAX_DEVICES})`,
    ),
  });
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  const [added] = stored;
  return added ? { ok: true as const, id: added.id } : refuse("deviceNotFound");
}

/** Lists someone's devices (N14), oldest first, with the hashes of their sessions; at most 10. */
export function listPushDevices(db: Database, userId: string) {
  return db
    .select(columnsOf(pushDevices, "id", "name", "createdAt", "sessionHash"))
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(asc(pushDevices.createdAt))
    .limit(MAX_DEVICES);
}

/** Checks that the device of a session (the hash of its token) gets pushes. */
export async function hasPushDevice(db: Database, sessionHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.sessionHash, sessionHash));
  return rows.length > 0;
}

/** Removes one of someone's devices (N14). One that is gone or another's changes nothing: refuses with `deviceNotFound`. */
export async function removePushDevice({ db }: DomainContext, user: AuthenticatedUser, id: string) {
  const removed = await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.id, id), eq(pushDevices.userId, user.id)))
    .returning({ id: pushDevices.id });
  return removed.length > 0 ? OK : refuse("deviceNotFound");
}

/** Sends a push to one of someone's devices as a test (N14). Refuses with `deviceNotFound` and `tooMany`. */
export async function testPushDevice(
  context: DomainContext,
  user: AuthenticatedUser,
  { id, path }: { id: string; path: string },
) {
  const { db, now } = context;
  const attempt: Attempt = ["pushTestPerUser", user.id];
  const shown: ShortNotice = { title: "It works", body: "This is how we tell you what is new.", path, tag: "test" };
  const notice = {
    id: newId(),
    kind: "pushTest",
    topic: "account",
    causeId: newId(),
    channel: "push",
    recipient: sql`id`,
    userId: sql`user_id`,
    subject: shown.title,
    words: JSON.stringify(shown),
    nextAttemptAt: now,
    expiresAt: now + 5 * MINUTE,
    createdAt: now,
  } as const;
  const isPossible = sql`id = ${id} and user_id = ${user.id} and ${isWithinLimit(context, attempt)}`;
  const { counted, queued } = await batch(db, {
    counted: hit(context, attempt),
    queued: insertWhere(db, notices, notice, isPossible, { from: sql`push_devices` }),
  });
  return exceeded(context, counted) ?? (queued.meta.changes === 1 ? OK : refuse("deviceNotFound"));
}

const USUAL_LIFE = DAY;
const LONGEST_LIFE = 28 * DAY;
/** Push services ask for waits of seconds to minutes. */
const LONGEST_WAIT = HOUR;

interface Surroundings {
  keys: VapidKeys;
  origin: string;
  clock: () => Instant;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The sender of the push channel (N11). Devices that their service calls gone (404, 410) are deleted. */
export const pushSender = (db: Database, { keys, origin, clock, fetch }: Surroundings): Sender => ({
  async send(notice, signal) {
    const [device] = await db
      .select()
      .from(pushDevices)
      .where(sql`id = ${notice.recipient} and user_id = ${notice.userId}`);
    if (!device) throw new DeliveryError("The device was removed.", "drop");
    const short = readShortNotice(notice);
    const now = clock();
    const life = Math.min(notice.expiresAt === null ? USUAL_LIFE : notice.expiresAt - now, LONGEST_LIFE);
    const deviceKeys = { p256dh: fromBase64Url(device.p256dh)!, auth: fromBase64Url(device.auth)! };
    const response = await fetch(device.endpoint, {
      method: "POST",
      headers: {
        Authorization: await authorizePush(keys, device.endpoint, now),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        TTL: String(Math.max(0, Math.floor(life / SECOND))),
        Urgency: notice.topic === "requests" ? "high" : "normal",
        Topic: await topicOf(short.tag),
      },
      body: await encryptPush(writePushPayload(notice.id, short, origin), deviceKeys),
      signal,
      // Another address is one that no one has checked.
      redirect: "manual",
    });
    await response.body?.cancel();
    if (response.ok) return null;
    const { status } = response;
    if (status === 404 || status === 410) {
      await db.delete(pushDevices).where(eq(pushDevices.id, device.id));
      throw new DeliveryError("The push service no longer knows the device.", "drop", String(status));
    }
    throw new DeliveryError(`The push service answered ${status}.`, verdictOn(response), String(status));
  },
});

/** A push queued for a phone that is off is replaced by the next of its tag. Hashed: a tag may hold what no topic may. */
async function topicOf(tag: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytesOf(tag));
  return toBase64Url(new Uint8Array(digest)).slice(0, 32);
}

function verdictOn({ status, headers }: Response): Verdict {
  if (status === 429) {
    const seconds = Number(headers.get("Retry-After"));
    return seconds > 0 ? Math.min(seconds * SECOND, LONGEST_WAIT) : MINUTE;
  }
  // Too large: the next attempt would end the same way.
  return status === 413 ? "final" : "retry";
}
