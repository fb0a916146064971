import type { Database } from "~/db/client.server";
import { SECOND, type Instant } from "../../time/harare";
import { DeliveryError, type Sender } from "../delivery";
import { findEndpoint, recordDelivery } from "./webhook-deliveries.server";
import { SIGNATURE_HEADER, signWebhook } from "./webhook-signature";
import { webhookBody, webhookData } from "./webhook-payload";

/** A little less than the outbox waits, so that what became of it is written down before. In milliseconds. */
const TIMEOUT = 4.5 * SECOND;

/**
 * The sender of webhooks (X11). Follows no redirect, which could lead into a private network, and reads nothing of the
 * answer but its status. Each try is recorded.
 */
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
