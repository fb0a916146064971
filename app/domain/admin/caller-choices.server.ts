import type { Database } from "~/db/client.server";
import { listPlumbersOfCity } from "../plumbers/directory.server";
import { findPlumber } from "../plumbers/plumber-profiles.server";
import type { Instant } from "../time/harare";
import { slotChoices } from "../time/slot-choices";
import { SOMEONE_NEW, type CallerChoices } from "./caller";
import type { ChoicesQuery } from "./caller-forms";
import { readSearch } from "./search-text";
import { findClient, searchClients } from "./search.server";

/**
 * What the office chooses from when it books for a caller (B29): the clients that the search finds, the plumbers of the
 * city, and the chosen plumber with their free times.
 */
export async function listChoices(
  db: Database,
  { q, client, city, plumber }: ChoicesQuery,
  now: Instant,
): Promise<CallerChoices> {
  const search = readSearch(q ?? null);
  const [chosen, found, plumbers, times] = await Promise.all([
    client && client !== SOMEONE_NEW ? findClient(db, client) : null,
    search ? searchClients(db, search) : [],
    listPlumbersOfCity(db, city),
    plumber ? findPlumber(db, plumber, now) : null,
  ]);
  return {
    clients: chosen ? [chosen, ...found.filter(({ id }) => id !== chosen.id)] : found,
    chosen,
    isSearched: search !== null,
    city,
    plumbers,
    plumber: times,
    slots: times && slotChoices(times, now),
  };
}
