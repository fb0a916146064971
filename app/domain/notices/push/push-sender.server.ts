import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { pushDevices } from "~/db/schema";
import { DAY, HOUR, MINUTE, SECOND, type Instant } from "../../time/harare";
import { bytesOf, fromBase64Url, toBase64Url } from "../../values/secrets";
import { DeliveryError, type Sender, type Verdict, readShortNotice } from "../notice";
import { encryptPush, writePushPayload, authorizePush, type VapidKeys } from "./web-push";

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
      // Another address is one that nobody has checked.
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
