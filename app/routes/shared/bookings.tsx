import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BOOKING_FILTERS, type BookingFilter, isOpen, parseBookingFilter } from "~/domain/bookings/booking";
import { type ListedBooking, urgentFirst } from "~/domain/bookings/next-step/next-step";
import { listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { onlineStepOfRow } from "~/domain/escrow/online-payment";
import { dateAt } from "~/domain/time/harare";
import { formatCount } from "~/domain/values/numbers";
import { dashboardRoleOf } from "~/domain/values/user";
import { signedInLoader } from "~/http/guards";
import { BookingCard } from "~/ui/bookings/booking-card";
import { ButtonLink, Chip, EmptyState, MoreLink, Segments } from "~/ui/shell/elements";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import noJobs from "~/ui/illustrations/no-jobs.svg?url";
import { SharePage } from "~/ui/plumbers/share-page";
import { clientPage, plumberPage, useDashboard } from "~/ui/shell/dashboard-page";

const PAGES = { client: clientPage("Bookings", "bookings", "bookings"), plumber: plumberPage("My Jobs", "jobs") };
const pageOf = (role: string | null) => PAGES[role === "plumber" ? "plumber" : "client"];

export const { shouldRevalidate } = PAGES.client;
export const meta: MetaFunction = (page) => pageOf(dashboardRoleOf(page.location.pathname)).meta(page);
export const ErrorBoundary = () => pageOf(useDashboard().role).ErrorBoundary();

export const loader = signedInLoader(async ({ context, viewer, url }) => {
  const filter = parseBookingFilter(url.searchParams.get("show"));
  const owner = { id: viewer.id, role: viewer.role === "plumber" ? "plumber" : "client" } as const;
  const online = owner.role === "client" && context.paymentProvider ? onlineStepOfRow : null;
  const page = await listOwnBookings(context.db, owner, filter, url.searchParams.get("cursor"), context.now, online);
  return { ...page, bookings: urgentFirst(page.bookings), asked: urgentFirst(page.asked), filter, now: context.now };
});

const LABELS: Record<BookingFilter, string> = {
  all: "All",
  upcoming: "Upcoming",
  past: "Past",
  cancelled: "Cancelled",
};

export default function Bookings() {
  const { bookings, asked: others, next, filter, now } = useLoaderData<typeof loader>();
  const isPlumber = useDashboard().role === "plumber";
  const page = isPlumber ? "/plumber-dashboard/jobs" : "/client-dashboard/bookings";
  const isPast = ({ status, badge, startsAt }: ListedBooking) =>
    !isOpen(status) || badge === "missed" || dateAt(startsAt) < dateAt(now);
  const asked = [...bookings, ...others].filter(({ step }) => step.isAsked);
  const rest = bookings.filter(({ step }) => !step.isAsked);
  const past = rest.filter(isPast);
  const isAnyToCome = past.some(({ startsAt }) => startsAt > now);
  const parts = [
    { title: `${isPlumber ? "Waiting for you" : "For you to answer"} (${formatCount(asked.length)})`, part: asked },
    { title: "Coming", part: rest.filter((booking) => !isPast(booking)) },
    { title: filter === "cancelled" ? LABELS.cancelled : isAnyToCome ? "Past and cancelled" : "Past", part: past },
  ];
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1>{isPlumber ? "My Jobs" : "Bookings"}</h1>
        {!isPlumber && bookings.length > 0 && (
          <ButtonLink to="/plumbers">
            Book<span className="sr-only"> a plumber</span>
          </ButtonLink>
        )}
      </div>
      <Segments>
        {BOOKING_FILTERS.map((one) => (
          <Chip
            key={one}
            to={one === "all" ? page : `${page}?show=${one}`}
            isChosen={one === filter}
            label={LABELS[one]}
          />
        ))}
      </Segments>
      {parts.map(
        ({ title, part }) =>
          part.length > 0 && (
            <section key={title} aria-label={title} className="mt-4">
              <h2 className="mb-2 text-base text-ink-2">{title}</h2>
              <ul className="grid gap-2 md:grid-cols-2 2xl:grid-cols-3">
                {part.map((booking) => (
                  <BookingCard
                    key={booking.id}
                    booking={booking}
                    side={isPlumber ? "plumber" : "client"}
                    isPrimary={isPlumber && booking === asked[0]}
                    now={now}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {bookings.length === 0 && (
        <EmptyState
          illustration={isPlumber ? noJobs : noBookings}
          text={isPlumber ? "No jobs yet." : "No bookings found."}
        >
          {!isPlumber && <ButtonLink to="/plumbers">Find a plumber</ButtonLink>}
          {isPlumber && filter === "all" && <SharePage />}
        </EmptyState>
      )}
      <MoreLink next={next} label={isPlumber ? "More jobs" : "More bookings"} />
    </>
  );
}
