import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { registrationList } from "~/domain/admin/people/registrations.server";
import { readSearch, searchBookings, searchPayouts, searchUsers } from "~/domain/admin/people/search.server";
import { FIRST_PAGE } from "~/domain/values/lists";
import { adminLoader } from "~/http/guards";
import { Chip, PageWithBar } from "~/ui/admin/office-page";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { DataTable } from "~/ui/admin/data-table";
import { bookingColumns, HIDDEN_AT_FIRST } from "~/ui/admin/booking-table";
import { COMMANDS, matchCommands } from "~/ui/admin/palette-commands";
import { registrationColumns, userColumns } from "~/ui/admin/user-columns";
import nothing from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/shell/elements";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Search",
  failed: "Failed to search",
  home: "/admin-dashboard",
});

export const loader = adminLoader(async ({ context, url }) => {
  const typed = url.searchParams.get("q") ?? "";
  const search = readSearch(typed);
  // Without a script this page is the palette (O19).
  const commands = matchCommands(COMMANDS, typed).flatMap(({ id, label, to }) => (to ? [{ id, label, to }] : []));
  if (!search)
    return { words: null, commands, users: [], registrations: [], bookings: [], payouts: [], now: context.now };
  const [users, { rows: registrations }, bookings, payouts] = await Promise.all([
    searchUsers(context.db, search),
    registrationList(search).page(context.db, "all", FIRST_PAGE),
    searchBookings(context.db, search, context.now),
    searchPayouts(context.db, search),
  ]);
  return { words: search.text, commands, users, registrations, bookings, payouts, now: context.now };
});

export default function SearchResults() {
  const { words, commands, users, registrations, bookings, payouts, now } = useLoaderData<typeof loader>();
  return (
    <PageWithBar title="Search" className="gap-4">
      {words === null && (
        <p className="text-ink-2">
          Search by job reference, name, phone (its last six digits too), email, street, suburb, city, page, or the
          number of a receipt, a payment or a payout. Type at least two letters.
        </p>
      )}
      {words !== null &&
        commands.length + users.length + registrations.length + bookings.length + payouts.length === 0 && (
          <EmptyState illustration={nothing} text={`No results for “${words}”.`} />
        )}
      <Found title="Pages and actions" count={commands.length}>
        <ul className="flex flex-wrap gap-2">
          {commands.map(({ id, label, to }) => (
            <li key={id}>
              <Chip to={to} label={label} />
            </li>
          ))}
        </ul>
      </Found>
      <Found title="Payouts" count={payouts.length}>
        <ul className="flex flex-wrap gap-2">
          {payouts.map(({ id, number, reference }) => (
            <li key={id}>
              <Chip to={`/admin-dashboard/payouts/${id}`} label={`Payout ${number} (${reference})`} />
            </li>
          ))}
        </ul>
      </Found>
      <Found title="People" count={users.length}>
        <DataTable caption="People" columns={userColumns} rows={users} />
      </Found>
      <Found title="Waiting for verification" count={registrations.length}>
        <DataTable
          caption="Sign-ups waiting for verification"
          columns={registrationColumns(now)}
          rows={registrations}
        />
      </Found>
      <Found title="Bookings" count={bookings.length}>
        <DataTable caption="Bookings" columns={bookingColumns(now)} rows={bookings} hidden={HIDDEN_AT_FIRST} />
      </Found>
    </PageWithBar>
  );
}

const Found = ({ title, count, children }: { title: string; count: number; children: ReactNode }) =>
  count > 0 && (
    <section className="grid gap-2">
      <h2>{title}</h2>
      {children}
    </section>
  );
