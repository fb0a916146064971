import type { Instant } from "../../time/harare";
import type { QueuedNotice } from "../delivery";
import type { AddressedNotice } from "../notice";
import { readShortNotice } from "../short-notice";

/** What is kept of a delivery, so that it can be sent again. */
export type WebhookData = Pick<AddressedNotice, "title" | "body" | "path" | "bookingId" | "reference">;

/**
 * What a program is told about a notice. The page of a booking is named by its reference: the notice's own path may
 * carry the token that answers a request (N16), which is for the plumber's eyes.
 */
export function webhookData(notice: Pick<QueuedNotice, "short">): WebhookData {
  const { title, body, path, bookingId, reference } = readShortNotice(notice);
  return { title, body, path: reference ? `/bookings/${reference}` : (path.split("?")[0] ?? ""), bookingId, reference };
}

/**
 * The body that is posted to a webhook (X11): what happened, and where to ask for more. The same each time it is sent.
 */
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
