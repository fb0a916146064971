import { BOOKING_STATUSES, type BookingStatus, isToCome, NO_PLUMBER_YET, statusWord } from "../../bookings/booking";
import { ruleFor } from "../../bookings/booking-machine";
import { type Instant, type LocalDate, parseTypedDate, timeAt } from "../../time/harare";
import { cityKey } from "../../values/cities";
import { PLACE_LENGTH } from "../../values/text";
import { readView } from "../../values/lists";
import { REMINDER_GAP } from "../desk/dispatch";

export const BOOKING_VIEWS = ["to-come", "all", ...BOOKING_STATUSES, "late", "open"] as const;
export type BookingView = (typeof BOOKING_VIEWS)[number];

/** The sorts of the list of bookings; `-waiting` is the longest wait first. */
type BookingSort = "-start" | "start" | "-created" | "created" | "-waiting" | "waiting";

interface Narrowed {
  city: string | null;
  plumber: string | null;
  client: string | null;
  day: LocalDate | null;
}
export type AdminBookingFilter = Narrowed & { view: BookingView; sort: BookingSort };

/** The view that an address without one shows: someone's bookings, or a day's, are all of them. */
const firstView = ({ plumber, client, day }: Narrowed): BookingView =>
  plumber !== null || client !== null || day !== null ? "all" : "to-come";

/** The views without another order than that of the start. */
const ONLY_BY_START: readonly BookingView[] = ["to-come", "late", "open"];
const SOONEST_FIRST: readonly BookingView[] = [...ONLY_BY_START, "pending", "confirmed"];

/** The sorts that an index serves with these filters (O25), the one that the list opens with first. */
export function sortsOf(filter: Omit<AdminBookingFilter, "sort">): readonly BookingSort[] {
  const { view, city, plumber, client, day } = filter;
  const byStart: BookingSort[] = SOONEST_FIRST.includes(view) ? ["start", "-start"] : ["-start", "start"];
  if ((city ?? plumber ?? client ?? day) !== null || ONLY_BY_START.includes(view)) return byStart;
  return [...byStart, "-created", "created", ...(view === "pending" ? (["-waiting", "waiting"] as const) : [])];
}

const ID = /^[a-z0-9-]{1,40}$/;

/**
 * Reads the filters of the office's list of bookings from its query string; null where a filter is missing or malformed. A
 * plumber overrides the city, a client overrides every other filter (O5). A sort without an index is ignored.
 */
export function readBookingQuery(query: string | URLSearchParams): AdminBookingFilter {
  const asked = new URLSearchParams(query);
  const idOf = (name: string) => ID.exec(asked.get(name) ?? "")?.[0] ?? null;
  const city = asked.get("city");
  const narrowed: Narrowed = {
    city: city && city.length <= PLACE_LENGTH ? cityKey(city) : null,
    plumber: idOf("plumber"),
    client: idOf("client"),
    day: parseTypedDate(asked.get("day") ?? ""),
  };
  const named = BOOKING_VIEWS.find((view) => view === asked.get("status"));
  const view = narrowed.client === null ? (named ?? firstView(narrowed)) : "all";
  const sorts = sortsOf({ view, ...narrowed });
  return { view, ...narrowed, sort: sorts.find((sort) => sort === asked.get("sort")) ?? sorts[0]! };
}

/** The query string of a filter: only what differs from the list as it opens. Read again it gives the same filter. */
export function writeBookingQuery({ view, sort, ...narrowed }: AdminBookingFilter): string {
  const query = new URLSearchParams();
  if (view !== firstView(narrowed)) query.set("status", view);
  for (const [name, value] of Object.entries(narrowed)) if (value !== null) query.set(name, value);
  if (sort !== sortsOf({ view, ...narrowed })[0]) query.set("sort", sort);
  return query.toString();
}

export const BULK_ACTIONS = ["remind", "reassign", "cancel"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const MAX_CHOSEN = 50;

/** Reads the bookings that a form names, each once, up to one too many: `whyNotChosen` refuses that. */
export function parseChosen(values: readonly FormDataEntryValue[]): string[] {
  const ids = new Set(values.filter((value): value is string => typeof value === "string" && ID.test(value)));
  return [...ids].slice(0, MAX_CHOSEN + 1);
}

/** As `parseChosen`, of an address, where they are one parameter. */
export const readIds = (query: URLSearchParams): string[] => parseChosen((query.get("ids") ?? "").split("."));

/** Says why nothing can be done with a choice; null if something can. */
export function whyNotChosen({ length }: readonly string[]): string | null {
  if (length > MAX_CHOSEN) return `Choose up to ${MAX_CHOSEN} bookings at once.`;
  return length === 0 ? "No bookings are chosen." : null;
}

export const writeOutcomes = (outcomes: readonly { id: string; refused: string | null }[]): string =>
  outcomes.map(({ id, refused }) => (refused ? `${id}:${refused}` : id)).join(".");

/** Reads why each booking of an address was refused, one of `reasons` or null, by its id. */
export function readOutcomes<Reason extends string>(text: string, reasons: readonly Reason[]) {
  const outcomes = new Map<string, Reason | null>();
  for (const outcome of text.split(".").slice(0, MAX_CHOSEN)) {
    const [id = "", refused] = outcome.split(":");
    if (ID.test(id)) outcomes.set(id, reasons.find((reason) => reason === refused) ?? null);
  }
  return outcomes;
}

interface ChosenBooking {
  status: BookingStatus;
  plumber: string | null;
  remindedAt: Instant | null;
  hasPayments: boolean;
}

/** Says in a few words why an action can't be done with a booking; null if it can. */
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

/** Says what an action did to a booking; null if something else happened since, so that it doesn't show. */
function describeOutcome(action: BulkAction, { status, plumber, remindedAt }: ChosenBooking): string | null {
  if (action === "reassign") return `Assigned to ${plumber ?? NO_PLUMBER_YET.toLowerCase()}`;
  if (action === "cancel") return status === "cancelled" ? "Cancelled" : null;
  return remindedAt === null ? null : `Reminded at ${timeAt(remindedAt)}`;
}

/** Says what became of a booking: what was `refused`, as `inWords` says it, else what its row shows now. */
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

export const ARRANGED_LISTS = ["bookings", "people"] as const;
export type ArrangedList = (typeof ARRANGED_LISTS)[number];

export const MAX_VIEWS = 20;
export const VIEW_NAME_LENGTH = 40;

export const USER_VIEWS = {
  all: "All",
  client: "Clients",
  plumber: "Plumbers",
  admin: "Admins",
  suspended: "Suspended",
  review: "To review",
} as const;
export type UserView = keyof typeof USER_VIEWS;

const USER_SORTS = ["-joined", "joined", "name", "-name"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export function userSortsOf(view: UserView): readonly UserSort[] {
  if (view === "suspended" || view === "review") return [];
  return view === "all" ? ["-joined", "joined"] : USER_SORTS;
}

/** Reads the view and sort that an address names, the first ones for unknown ones and for those without an index. */
interface UserQuery {
  view: UserView;
  sort: UserSort;
}

export function readUserQuery(query: string | URLSearchParams): UserQuery {
  const parameters = new URLSearchParams(query);
  const view = readView({ views: USER_VIEWS }, parameters);
  const sort = userSortsOf(view).find((known) => known === parameters.get("sort")) ?? "-joined";
  return { view, sort };
}

export function writeUserQuery({ view, sort }: UserQuery): string {
  const query = new URLSearchParams();
  if (view !== "all") query.set("show", view);
  if (sort !== "-joined") query.set("sort", sort);
  return query.toString();
}

/** The most bookings of a filter in one file (O29). */
export const MAX_EXPORTED = 5000;

export const EXPORT_NAMES = ["bookings", "users", "reviews"] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];

/** An admin's arrangement of a list (O30): their views, and the columns they hide; null: they have not chosen any. */
export interface Arrangement {
  views: { id: string; name: string; query: string }[];
  hidden: string[] | null;
}
