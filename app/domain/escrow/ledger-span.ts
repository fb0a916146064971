import { DATE_FORMS } from "../time/date-fields";
import { addDays, type LocalDate, parseTypedDate } from "../time/harare";

/** The days of the office's statement, both included. */
interface LedgerSpan {
  first: LocalDate;
  last: LocalDate;
}

/** Reads the days of a statement from a query (M13): the last 31 unless given. Returns a text for days that can't be. */
export function readLedgerSpan(query: URLSearchParams, today: LocalDate): LedgerSpan | string {
  const last = parseTypedDate(query.get("to") || today);
  const first = parseTypedDate(query.get("from") || addDays(last ?? today, -30));
  if (first === null || last === null) return DATE_FORMS;
  return first > last ? "The first day is after the last one. Please turn them round." : { first, last };
}
