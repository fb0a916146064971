import * as z from "zod";
import { DeliveryError, type QueuedNotice } from "./delivery";

const shortNotice = z.object({
  title: z.string(),
  body: z.string(),
  path: z.string(),
  code: z.string().optional(),
  bookingId: z.string().nullish(),
  reference: z.string().nullish(),
});

/** A notice in a line or two as its row keeps it, with the booking that it is about. */
export type StoredShortNotice = z.infer<typeof shortNotice>;

/** Reads what a phone is told. Throws a final `DeliveryError` for a notice whose payload is erased (N4). */
export function readShortNotice({ payload }: Pick<QueuedNotice, "payload">): StoredShortNotice {
  if (payload === null) throw new DeliveryError("Its text is erased.", { kind: "final" });
  return shortNotice.parse(JSON.parse(payload));
}

/**
 * The link of a notice (N5): a booking's page by its reference, which leads everyone to their own page of it, other pages
 * by their path. Null for a notice without one.
 */
export function linkOf({ path, bookingId, reference }: StoredShortNotice, origin: string): string | null {
  if (!path) return null;
  return origin + (reference && bookingId && path.endsWith(`/${bookingId}`) ? `/bookings/${reference}` : path);
}
