import type { Database } from "~/db/client.server";
import { listPlumbersOfCity } from "../plumbers/directory.server";
import { findPlumber } from "../plumbers/plumber-profiles.server";
import { MAX_LEAD_TIME } from "../bookings/booking";
import { dateAt, formatDate, instantOf, type Instant } from "../time/harare";
import { slotChoices, bookableDates } from "../time/slots";
import { SOMEONE_NEW, type CallerChoices } from "./caller";
import type { ChoicesQuery } from "./caller-forms";
import { readSearch } from "./search-text";
import { findClient, searchClients } from "./search.server";

/**
 * What the office chooses from when it books for a caller (B29): the clients that the search finds, the plumbers of the
 * city, and the chosen plumber with their free times: of the coming week, or of the one that begins with another day.
 */
export async function listChoices(
  db: Database,
  { q, client, city, plumber, otherDate }: ChoicesQuery,
  now: Instant,
): Promise<CallerChoices> {
  const [today, lastDay] = [dateAt(now), dateAt(now + MAX_LEAD_TIME)];
  const isBookable = Boolean(otherDate && otherDate >= today && otherDate <= lastDay);
  const day = otherDate && isBookable ? otherDate : null;
  // A later day begins a week of its own.
  const from = day && !bookableDates(now).includes(day) ? instantOf(day, 0) : now;
  const search = readSearch(q ?? null);
  const [chosen, found, plumbers, times] = await Promise.all([
    client && client !== SOMEONE_NEW ? findClient(db, client) : null,
    search ? searchClients(db, search) : [],
    listPlumbersOfCity(db, city),
    plumber ? findPlumber(db, plumber, from) : null,
  ]);
  return {
    clients: chosen ? [chosen, ...found.filter(({ id }) => id !== chosen.id)] : found,
    chosen,
    isSearched: search !== null,
    city,
    plumbers,
    plumber: times,
    slots: times && slotChoices(times, from, today),
    day,
    lastDay,
    dayError: otherDate && !isBookable ? `Please choose a day from today to ${formatDate(lastDay)}.` : null,
  };
}
