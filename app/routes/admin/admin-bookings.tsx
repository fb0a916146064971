import type { MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { BOOKING_STATUSES, statusWord } from "~/domain/bookings/booking";
import {
  MAX_EXPORTED,
  sortsOf,
  readBookingQuery,
  writeBookingQuery,
  type BulkAction,
} from "~/domain/admin/lists/office-lists";
import { findArrangement } from "~/domain/admin/lists/arranged-lists.server";
import { formatCount, formatNumber } from "~/domain/values/numbers";
import { countByView, listAdminBookings } from "~/domain/admin/bookings/admin-bookings.server";
import { findUser } from "~/domain/admin/people/users.server";
import { adminLoader } from "~/http/guards";
import { dateAt, formatDate, unreadDay } from "~/domain/time/harare";
import { nameCity, CITIES, cityKey } from "~/domain/values/cities";
import { NewBookingLink, officePage, PageWithBar, TextLink } from "~/ui/admin/office-page";
import { DataTable, ListViews } from "~/ui/admin/data-table";
import { bookingColumns, HIDDEN_AT_FIRST } from "~/ui/admin/booking-table";
import { ListMenus, SavedViewLinks, ListTools, UnreadDay } from "~/ui/admin/list-tools";
import { Options } from "~/ui/forms/options";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState, MoreLink, useHasScript } from "~/ui/shell/elements";
import { useEffect, useRef, useState } from "react";
import { withKey } from "~/ui/admin/shortcuts";
import { Form } from "~/ui/forms/owned-form";

const TODAY_PATH = "/admin-dashboard/today";

export const { ErrorBoundary } = officePage("Bookings", "bookings");

export const meta: MetaFunction = ({ location }) => [
  { title: `${location.pathname === TODAY_PATH ? "All of today" : "Bookings"} – ${brand.name}` },
];

export const loader = adminLoader(async ({ context, viewer, url }) => {
  const isToday = url.pathname === TODAY_PATH;
  const asked = new URLSearchParams(isToday ? { sort: "start" } : undefined);
  url.searchParams.forEach((value, name) => asked.set(name, value));
  if (isToday) asked.set("day", dateAt(context.now));
  const filter = readBookingQuery(asked);
  const userId = filter.client ?? filter.plumber;
  const [page, user, counts, { views, hidden }] = await Promise.all([
    listAdminBookings(context.db, filter, url.searchParams.get("cursor"), context.now),
    userId ? findUser(context.db, userId) : null,
    countByView(context.db, filter, context.now),
    findArrangement(context.db, viewer.id, "bookings"),
  ]);
  return {
    page,
    filter,
    unread: isToday ? null : unreadDay(url.searchParams),
    isToday,
    query: writeBookingQuery(filter),
    views,
    hidden: hidden ?? HIDDEN_AT_FIRST,
    counts,
    user: user && fullName(user),
    now: context.now,
  };
});

const capital = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase());
const STATUSES = Object.fromEntries(BOOKING_STATUSES.map((status) => [status, capital(statusWord(status))]));
/** The view that the list opens on comes first: someone's bookings, or a day's, are all of them. */
const VIEWS = { "to-come": "To come", all: "All", ...STATUSES };
const ALL_VIEWS = { all: "All", ...STATUSES };
const LINKED_VIEWS = { late: "Late", open: "Not closed after 24 hours" };

export default function AdminBookings() {
  const { page, filter, unread, isToday, query, views, hidden, counts, user, now } = useLoaderData<typeof loader>();
  const { view, client, plumber, city, day, sort } = filter;
  const all = BOOKING_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const byDay = sort.endsWith("start");
  const columns = bookingColumns(now, byDay);
  const chosen = [city ? nameCity(city) : [], day && !isToday ? formatDate(day, "short") : []].flat();
  return (
    <PageWithBar
      title={isToday ? "All of today" : "Bookings"}
      small={formatCount({ all, ...counts }[view] ?? 0)}
      tools={
        <>
          <ListTools chosen={chosen} isOpen={user !== null}>
            <BookingFilterBar filter={filter} user={user} />
            <ListMenus list="bookings" columns={columns} hidden={hidden} />
          </ListTools>
          <NewBookingLink />
        </>
      }
    >
      <UnreadDay typed={unread} shown="the bookings of all days" />
      {!client && (
        <ListViews
          name="status"
          label="Status"
          views={{
            ...(plumber || day ? ALL_VIEWS : VIEWS),
            ...((view === "late" || view === "open") && { [view]: LINKED_VIEWS[view] }),
          }}
          view={views.some((saved) => saved.query === query) ? undefined : view}
          counts={{ all, ...counts }}
        >
          <SavedViewLinks list="bookings" views={views} query={query} />
        </ListViews>
      )}
      <DataTable
        caption="Bookings"
        className="in-pairs"
        columns={columns}
        rows={page.rows}
        hidden={hidden}
        sort={sort}
        sorts={sortsOf(filter)}
        groupOf={byDay ? ({ startsAt }) => formatDate(dateAt(startsAt)) : undefined}
        choose={{ form: CHOSEN_FORM, label: ({ reference }) => `Choose ${reference}` }}
        empty={<EmptyState illustration={noBookings} text="No bookings found." />}
      />
      {page.rows.length > 0 && <ChosenBar back={query} />}
      <MoreLink next={page.next} label="Next page" />
      {page.rows.length > 0 && (
        <p className="text-sm text-ink-2">
          <a href={`/admin-export/chosen-bookings.csv?${query}`} className="inline-flex min-h-11 items-center">
            Export this list, {formatNumber(MAX_EXPORTED)} at most
          </a>
        </p>
      )}
    </PageWithBar>
  );
}

function BookingFilterBar({ filter, user }: Pick<SerializeFrom<typeof loader>, "filter" | "user">) {
  const { view, city, plumber, client, day, sort } = filter;
  const isToCome = view === "to-come";
  const kept = { status: isToCome ? null : view, plumber, client, sort: isToCome ? null : sort };
  const isOther = city !== null && !CITIES.some((known) => cityKey(known) === city);
  return (
    // Another day than today is a page of Bookings, not of "All of today".
    <Form action="/admin-dashboard/bookings" className="flex flex-wrap items-center gap-2">
      {Object.entries(kept).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {user ? (
        <span className="flex flex-wrap items-center gap-2">
          <span>
            {client ? "Bookings" : "Jobs"} of <b>{user}</b>
          </span>
          <TextLink to="/admin-dashboard/bookings" label="All bookings" />
        </span>
      ) : (
        <select key={`city ${city}`} name="city" defaultValue={city ?? ""} aria-label="City" className="input">
          <option value="">All cities</option>
          <Options choices={CITIES.map((known) => [cityKey(known), known])} />
          {isOther && <option value={city}>{nameCity(city)}</option>}
        </select>
      )}
      <input key={`day ${day}`} type="date" name="day" defaultValue={day ?? ""} aria-label="Day" className="input" />
      <button className="button button-quiet">Show</button>
    </Form>
  );
}

const CHOSEN_FORM = "chosen";

const ACTIONS: { action: BulkAction | "export"; label: string; key?: string }[] = [
  { action: "remind", label: "Remind", key: "r" },
  { action: "reassign", label: "Reassign", key: "a" },
  { action: "cancel", label: "Cancel", key: "d" },
  { action: "export", label: "Export" },
];

/** The actions on chosen bookings (O29): floating while some are, and without script always below the table. */
function ChosenBar({ back }: { back: string }) {
  const { key } = useLocation();
  const hasScript = useHasScript();
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const recount = () => setCount([...(form.current?.elements ?? [])].filter((box) => box.matches(":checked")).length);
    recount();
    document.addEventListener("change", recount);
    return () => document.removeEventListener("change", recount);
  }, [key]);
  return (
    <Form
      ref={form}
      id={CHOSEN_FORM}
      method="post"
      reloadDocument
      aria-label="Chosen bookings"
      className={hasScript ? "office-chosen is-floating" : "office-chosen"}
      hidden={hasScript && count === 0}
    >
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="intent" value="choose" />
      <span aria-live="polite">{hasScript ? `${count} chosen` : "With the chosen ones:"}</span>
      {ACTIONS.map(({ action, label, key }) => (
        <button
          key={action}
          formAction={`/admin-dashboard/bookings/chosen/${action}`}
          className="button button-quiet office-action"
          {...(key && withKey(key))}
        >
          {label}
        </button>
      ))}
      {hasScript && (
        <button type="reset" className="button-link" onClick={() => setCount(0)}>
          Clear
        </button>
      )}
    </Form>
  );
}
