import type { Database } from "~/db/client.server";
import { SECOND, type Instant } from "../../time/harare";
import { DeliveryError, readShortNotice, type QueuedNotice, type Sender } from "../delivery";
import type { AddressedNotice } from "../notice";
import { findEndpoint, recordDelivery } from "./webhook-deliveries.server";

export const SIGNATURE_HEADER = "Pombi-Signature";

/**
 * Signs what is posted to a webhook (X11), as Stripe does: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The time is
 * signed too, so that a receiver can refuse what someone recorded and sends again.
 */
export async function signWebhook(secret: string, body: string, at: Instant): Promise<string> {
  const seconds = Math.floor(at / 1000);
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytesOf(`${seconds}.${body}`));
  const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${seconds},v1=${hex}`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

export type WebhookData = Pick<AddressedNotice, "title" | "body" | "path" | "bookingId" | "reference">;

/**
 * A notice as a program receives it. The page of a booking is named by its reference: the notice's own path may
 * carry the token that answers a request (N16), which is for the plumber's eyes.
 */
function webhookData(notice: Pick<QueuedNotice, "short">): WebhookData {
  const { title, body, path, bookingId, reference } = readShortNotice(notice);
  return { title, body, path: reference ? `/bookings/${reference}` : (path.split("?")[0] ?? ""), bookingId, reference };
}

/** The body posted to a webhook (X11): the same each time it is sent. */
export const webhookBody = (
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
export const webhookSender = ({
  db,
  origin,
  now,
  fetch,
}: {
  db: Database;
  origin: string;
  now: () => Instant;
  fetch: typeof globalThis.fetch;
}): Sender => ({
  async send(notice, signal) {
    const endpoint = await findEndpoint(db, notice.recipient);
    if (!endpoint) throw new DeliveryError("The webhook was removed or has ended.", { kind: "drop" });
    const data = webhookData(notice);
    const body = webhookBody(notice, data, origin);
    const began = now();
    const answer = await post(endpoint, body);
    const at = now();
    await recordDelivery({ db, origin, now: at }, endpoint, { notice, data, answer, took: at - began });
    if (answer !== null && answer >= 200 && answer < 300) return { providerId: null };
    throw answer === null
      ? new DeliveryError("The webhook did not answer.", { kind: "retry" })
      : new DeliveryError(
          `The webhook answered ${answer}.`,
          { kind: answer === 410 ? "drop" : "retry" },
          String(answer),
        );

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
        // Whatever it says, and however long: nobody reads it. A stream that broke already counts as cancelled.
        await response.body?.cancel().catch(() => undefined);
        return response.status;
      } catch {
        return null;
      }
    }
  },
});
