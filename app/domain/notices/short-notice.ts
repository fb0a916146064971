import { DeliveryError, type QueuedNotice } from "./delivery";
import type { AddressedNotice } from "./notice";

/** Reads the words for a phone or a program. Throws a final `DeliveryError` for a notice that has nothing for them. */
export function readShortNotice({ short }: Pick<QueuedNotice, "short">): AddressedNotice {
  if (!short) throw new DeliveryError("It has no words for this channel.", { kind: "final" });
  return short;
}

/**
 * The link of a notice (N5): a booking's page by its reference, which leads everyone to their own page of it, other pages
 * by their path. Null for a notice without one.
 */
export function linkOf({ path, bookingId, reference }: AddressedNotice, origin: string): string | null {
  if (!path) return null;
  return origin + (reference && bookingId && path.endsWith(`/${bookingId}`) ? `/bookings/${reference}` : path);
}
