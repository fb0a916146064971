import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { listPlumbers, listPlumbersOfCity } from "~/domain/plumbers/directory.server";
import { listFreeStartsOf } from "~/domain/plumbers/free-starts.server";
import { shortAverage, type ListedPlumber } from "~/domain/plumbers/plumber";
import { specialitiesFor } from "~/domain/search/problem";
import type { Database } from "~/db/client.server";
import type { Instant } from "~/domain/time/harare";
import { bookableDates } from "~/domain/time/slots";
import type { DomainContext } from "~/domain/domain-context.server";
import { cityKey, suburbKey } from "~/domain/values/cities";
import { fullName } from "~/domain/values/user";
import type { Answers, Offer } from "./answers";
import { spoken } from "./heard";
import { meetsWish, pickStarts, type Wish } from "./times";

const PLUMBERS = 3;
/** Of a list's ten rows two are for other times and our office. */
const PLUMBERS_WITH_WISH = 4;
const TIMES_EACH = 2;

const offerOf = (plumber: ListedPlumber, startsAt: Instant): Offer => ({
  plumberId: plumber.id,
  firstName: plumber.firstName,
  lastName: plumber.lastName,
  startsAt,
  feeCents: plumber.feeCents,
  stars: plumber.ratingCount > 0 ? `${shortAverage(plumber)} (${plumber.ratingCount})` : null,
});

/**
 * Finds who can come, and when (D5, D14, D16): the soonest of the plumbers near the suburb, else of the city; with a
 * `wish` who is free then, else nearest to it. In order of time, then of the fee; empty: nobody in the coming week.
 */
export async function findOffers(
  { db, now }: Pick<DomainContext, "db" | "now">,
  { problem, city = "", suburb = "", wish }: Answers,
): Promise<Offer[]> {
  const specialities = problem && problem !== "other" ? specialitiesFor(problem) : null;
  const limit = wish ? PLUMBERS_WITH_WISH : PLUMBERS;
  const inCity = { city: cityKey(city), specialities, cursor: null, now, sort: "soonest", limit } as const;
  const near = { ...inCity, suburb: suburbKey(suburb) };
  const day = bookableDates(now).find((date) => date === wish?.date);
  const filters = day === undefined ? [near, inCity] : [{ ...near, day }, { ...inCity, day }, near, inCity];
  const found = await Promise.all(filters.map((one) => listPlumbers(db, one)));
  const listed = found.flatMap(({ plumbers }) => plumbers);
  const plumbers = [...new Map(listed.map((plumber) => [plumber.id, plumber])).values()].slice(0, limit);
  const starts = wish
    ? await startsNear(db, plumbers, wish, now)
    : plumbers.flatMap((plumber) => (plumber.nextFree ? [offerOf(plumber, plumber.nextFree)] : []));
  return starts.toSorted((one, other) => one.startsAt - other.startsAt || one.feeCents - other.feeCents);
}

/** Times of plumbers that meet a wish; if nobody has one, their nearest. */
async function startsNear(db: Database, plumbers: readonly ListedPlumber[], wish: Wish, now: Instant) {
  const ids = plumbers.map(({ id }) => id);
  const free = await listFreeStartsOf(db, ids, now);
  const offers = plumbers.flatMap((plumber) =>
    pickStarts(free.get(plumber.id) ?? [], wish, now, TIMES_EACH).map((start) => offerOf(plumber, start)),
  );
  const meeting = offers.filter(({ startsAt }) => meetsWish(startsAt, wish));
  return meeting.length > 0 ? meeting : offers;
}

/** Finds the plumber of the city whom words name, by one name or both, with their times (none: `said`); null: nobody, or several. */
export async function findNamed(
  { db, now }: Pick<DomainContext, "db" | "now">,
  { city = "", wish }: Answers,
  text: string,
): Promise<{ offers: Offer[]; said: string } | null> {
  const words = ` ${spoken(text)} `;
  const isSaid = (name: string) => words.includes(` ${spoken(name)} `);
  const people = await listPlumbersOfCity(db, city);
  const some = people.filter(({ firstName, lastName }) => isSaid(firstName) || isSaid(lastName));
  const both = some.filter(({ firstName, lastName }) => isSaid(firstName) && isSaid(lastName));
  const [only, ...others] = both.length > 0 ? both : some;
  if (!only || others.length > 0) return null;
  const { id } = only;
  const [plumber, starting] = await Promise.all([findBookablePlumber(db, id), listFreeStartsOf(db, [id], now)]);
  if (!plumber) return null;
  const { firstName, lastName, fee: feeCents } = plumber;
  const free = starting.get(id) ?? [];
  const starts = wish ? pickStarts(free, wish, now, PLUMBERS_WITH_WISH) : free.slice(0, PLUMBERS_WITH_WISH);
  const offers = starts.map((startsAt) => ({ plumberId: id, firstName, lastName, startsAt, feeCents, stars: null }));
  return { offers, said: offers.length > 0 ? "" : `${fullName(plumber)} has no free time in the coming week.` };
}

/** Finds the plumber whom someone wanted (`wants`; undefined: they named nobody), or who else can come. */
export async function findWanted(context: Pick<DomainContext, "db" | "now">, answers: Answers) {
  const { wants = "" } = answers;
  const [named, offers] = await Promise.all([findNamed(context, answers, wants), findOffers(context, answers)]);
  const isFree = named?.said === "";
  return { offers: isFree ? named.offers : offers, wants: isFree ? wants : undefined, said: named?.said };
}
