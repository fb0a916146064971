import { roundSpan } from "~/domain/bookings/booking-words";

const SHORT_SPANS: Partial<Record<string, string>> = {
  "a few minutes": "5 min",
  "about half an hour": "30 min",
  "about an hour": "1 h",
};

/** A length of time in milliseconds, in as few letters as fit on a card: `15 min`, `3 h`. */
export function shortSpan(span: number): string {
  const said = roundSpan(span);
  return SHORT_SPANS[said] ?? said.replace(/^about (\d+ (?:min|h|d)).*/, "$1");
}
