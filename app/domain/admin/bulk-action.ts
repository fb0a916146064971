import { isToCome, NO_PLUMBER_YET, statusWord, type BookingStatus } from "../bookings/booking";
import { ruleFor } from "../bookings/booking-machine";
import { timeAt, type Instant } from "../time/harare";
import { REMINDER_GAP } from "./dispatch-list";
import type { OfficeBookingRow } from "./office-row";

/** What the office does with several bookings at once (O29). */
export const BULK_ACTIONS = ["remind", "reassign", "cancel"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** How many bookings at most are chosen at once. */
export const MAX_CHOSEN = 50;

/** A chosen booking, with what can be in the way of an action. */
export interface ChosenBooking extends OfficeBookingRow {
  plumberId: string | null;
  /** When its plumber was last reminded since they were asked. */
  remindedAt: Instant | null;
  /** Whether a payment keeps it with its plumber (M6). */
  hasPayments: boolean;
  /** The minutes that it holds its plumber (T9). */
  jobMinutes: number;
}

const BOOKING_ID = /^[a-z0-9-]{1,40}$/;

/** The bookings that an address or a form names, each once; null for more than `MAX_CHOSEN`. */
export function parseChosen(values: readonly FormDataEntryValue[]): string[] | null {
  const ids = new Set(values.filter((value): value is string => typeof value === "string" && BOOKING_ID.test(value)));
  return ids.size > MAX_CHOSEN ? null : [...ids];
}

/** The chosen bookings in an address, where they are one parameter; null for too many. */
export const readIds = (query: URLSearchParams): string[] | null => parseChosen((query.get("ids") ?? "").split("."));

/** What came of an action with one of the chosen bookings. */
export interface Outcome<Reason extends string = string> {
  id: string;
  /** Why it was refused; null: it is done. */
  refused: Reason | null;
}

/** Outcomes as one parameter of an address. */
export const writeOutcomes = (outcomes: readonly Outcome[]): string =>
  outcomes.map(({ id, refused }) => (refused ? `${id}:${refused}` : id)).join(".");

/** Why each booking of an address was refused, of `reasons`, or null, by its id. */
export function readOutcomes<Reason extends string>(
  text: string,
  reasons: readonly Reason[],
): Map<string, Reason | null> {
  const outcomes = text
    .split(".")
    .slice(0, MAX_CHOSEN)
    .map((outcome) => outcome.split(":"));
  const known = new Set(parseChosen(outcomes.map(([id = ""]) => id)));
  return new Map(
    outcomes.flatMap(([id = "", refused]) =>
      known.has(id) ? [[id, reasons.find((reason) => reason === refused) ?? null] as const] : [],
    ),
  );
}

/** Why an action can't be done with a booking, in a few words; null where it can. */
export function whyNot(action: BulkAction, booking: ChosenBooking, now: Instant): string | null {
  const { status, plumber, remindedAt, hasPayments } = booking;
  switch (action) {
    case "remind":
      if (status !== "pending") return already(status);
      if (!plumber) return "Nobody is assigned yet";
      return remindedAt !== null && remindedAt > now - REMINDER_GAP ? `Reminded at ${timeAt(remindedAt)}` : null;
    case "reassign":
      if (!isToCome(status)) return already(status);
      return hasPayments ? "A payment is recorded or under way, so it stays with its plumber" : null;
    case "cancel":
      return ruleFor("cancel", "admin")?.from.includes(status) ? null : already(status);
  }
}

const already = (status: BookingStatus) => `Already ${statusWord(status)}`;

/** What has become of a booking after an action; null where it doesn't show: something else has happened to it since. */
function describeOutcome(action: BulkAction, { status, plumber, remindedAt }: ChosenBooking): string | null {
  switch (action) {
    case "remind":
      return remindedAt === null ? null : `Reminded at ${timeAt(remindedAt)}`;
    case "reassign":
      return `Assigned to ${plumber ?? NO_PLUMBER_YET.toLowerCase()}`;
    case "cancel":
      return status === "cancelled" ? "Cancelled" : null;
  }
}

/**
 * What became of a booking, in words. An address only says what was `refused` (`inWords` says it): what the booking is now
 * it says itself.
 */
export function sayOutcome<Reason extends string>(
  action: BulkAction,
  booking: ChosenBooking,
  refused: Reason | null,
  inWords: (reason: Reason) => string,
  now: Instant,
): string {
  const obstacle = whyNot(action, booking, now);
  if (!refused) return describeOutcome(action, booking) ?? obstacle ?? "Done";
  if (refused === "slotTaken") return "The plumber has another job then";
  return obstacle ?? inWords(refused);
}
