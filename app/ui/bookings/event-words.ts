import type { BookingEvent, BookingEventName } from "~/domain/bookings/booking-event";
import { formatMoney } from "~/domain/values/money";

const money = ({ amount }: BookingEvent) => formatMoney(amount ?? 0);

/** What someone did, after their name: "confirmed". */
const WORDS: Record<BookingEventName, (event: BookingEvent) => string> = {
  request: () => "sent the request",
  assign: ({ reason }) => `assigned it to ${reason ?? "a plumber"}`,
  confirm: () => "confirmed",
  refuse: () => "refused the request",
  start: () => "started the job",
  complete: ({ amount }) => (amount === null ? "finished the job" : `finished the job for ${formatMoney(amount)}`),
  reopen: () => "took back that the job is finished",
  cancel: () => "cancelled",
  expire: () => "refused the request: nobody answered in time",
  propose: () => "suggested a new time",
  accept: () => "accepted the new time",
  decline: () => "declined the new time",
  reschedule: () => "changed the time",
  "on-the-way": ({ reason }) => (reason ? `is on the way, there in about ${reason} minutes` : "is on the way"),
  "not-on-the-way": () => "is not on the way after all",
  "plumber-did-not-come": () => "said that the plumber didn't come",
  "nobody-was-there": () => "said that nobody was there",
  quote: (event) => `sent a quote for ${money(event)}`,
  "accept-quote": (event) => `accepted the quote for ${money(event)}`,
  "decline-quote": (event) => `declined the quote for ${money(event)}`,
  "agree-final": (event) => `agreed to ${money(event)}`,
  "dispute-final": (event) => `doesn't agree to ${money(event)}`,
  decide: (event) => `decided: ${money(event)}`,
  "record-payment": (event) => `recorded a payment of ${money(event)}`,
  "confirm-payment": (event) => `confirmed the payment of ${money(event)}`,
  "deny-payment": (event) => `denied the payment of ${money(event)}`,
  "void-receipt": (event) => `voided a receipt for ${money(event)}`,
};

/** Events whose reason is part of the words, or no reason at all. */
const WITHOUT_REASON: readonly BookingEventName[] = ["assign", "on-the-way"];

export const wordsOf = (event: BookingEvent): string => WORDS[event.event](event);
export const reasonOf = ({ event, reason }: BookingEvent): string | null =>
  WITHOUT_REASON.includes(event) ? null : reason;
