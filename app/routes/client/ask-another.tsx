import { useLoaderData } from "@remix-run/react";
import { DEFAULT_SERVICE, isOpen } from "~/domain/bookings/booking";
import { keepDraftOfBooking, sendDraft } from "~/domain/bookings/commands/draft-of-booking.server";
import { isUnanswered } from "~/domain/bookings/next-step/step-facts";
import { offerInstead, type OtherPlumber, listOtherPlumbers } from "~/domain/bookings/queries/other-plumbers.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { cityPath } from "~/domain/values/cities";
import { countOf } from "~/domain/values/numbers";
import { formatMoney } from "~/domain/values/money";
import { refuse } from "~/domain/values/refusal";
import { fullName } from "~/domain/values/user";
import { draftCookie } from "~/http/cookies";
import { clientAction, clientLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import { Avatar } from "~/ui/accounts/avatar";
import {
  BackLink,
  ButtonLink,
  EmptyState,
  Link,
  Notice,
  SubmitButton,
  TextLink,
  useLastActionData,
} from "~/ui/shell/elements";
import noPlumbers from "~/ui/illustrations/no-plumbers.svg?url";
import { Availability, Rating, VerifiedMark } from "~/ui/plumbers/plumber-facts";
import { clientPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage<typeof loader>(
  "Ask another plumber:",
  "booking",
  "bookings",
  ({ booking }) => booking.reference,
);

export const loader = clientLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const [booking, candidates] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listOtherPlumbers(db, viewer, id, now),
  ]);
  if (!booking) return null;
  if ((isOpen(booking.status) && !booking.isMissed && !isUnanswered(booking, now)) || booking.status === "completed")
    throw redirectTo(bookingPage("client", id));
  return { booking, plumbers: offerInstead(candidates, booking, now), now };
});

/** Sends the same request to another plumber, or leads to that plumber's page to choose a time (B31). */
export const action = clientAction(
  "Booking failed",
  async ({ context, viewer, user, param, button, refused, goTo }) => {
    const { verb, of: plumberId } = button(["ask", "choose"]);
    const client = await user;
    const id = param("id");
    const draftId = await keepDraftOfBooking(context, viewer, id, plumberId);
    if (draftId === null) return refused(refuse("plumberNotFound"));
    const result = verb === "ask" ? await sendDraft(context, client, draftId) : null;
    if (!result)
      return goTo(`/appointment/${encodeURIComponent(plumberId)}#book`, null, { cookies: [draftCookie.set(draftId)] });
    return result.ok
      ? goTo(bookingPage("client", result.id), result.isHeld ? "booked" : "requestChecked")
      : refused(result);
  },
);

export default function AskAnother() {
  const { booking, plumbers, now } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message;
  const { id, city, photos, location, serviceType, startsAt } = booking;
  const problemPhotos = photos.filter(({ kind }) => kind === "problem").length;
  const carried = [
    serviceType ?? DEFAULT_SERVICE,
    startsAt > now && formatInstant(startsAt),
    location,
    booking.notes && "your notes",
    problemPhotos > 0 && countOf(problemPhotos, "photo"),
  ].filter(Boolean);
  return (
    <div className="grid w-full max-w-3xl gap-5">
      <BackLink to={`/client-dashboard/bookings/${id}`} label="The booking" />
      <header className="grid gap-2">
        <h1>Ask another plumber</h1>
        <p className="text-ink-2">Your request goes along: {carried.join(", ")}.</p>
        {booking.status === "pending" && booking.plumber && (
          <p className="text-ink-2">Asking someone else cancels your request to {booking.plumber.firstName}.</p>
        )}
      </header>
      {message && <Notice kind="danger">{message}</Notice>}
      {plumbers.length > 0 ? (
        <ul className="card divide-y divide-line">
          {plumbers.map((plumber) => (
            <OtherPlumberRow key={plumber.id} plumber={plumber} now={now} />
          ))}
        </ul>
      ) : (
        <EmptyState illustration={noPlumbers} text="No other plumbers in your city yet.">
          <ButtonLink to="/client-dashboard/book">Let our office find one</ButtonLink>
        </EmptyState>
      )}
      <p>
        <TextLink to={city ? cityPath(city) : "/plumbers"} label={city ? `All plumbers in ${city}` : "All plumbers"} />
      </p>
    </div>
  );
}

function OtherPlumberRow({ plumber, now }: { plumber: OtherPlumber; now: Instant }) {
  const { id, firstName, isFreeThen, feeCents, speciality } = plumber;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Avatar photoKey={plumber.photoKey} size={56} />
      <div className="grid min-w-40 flex-1 leading-snug">
        <h2 className="flex items-start gap-2 text-base wrap-anywhere">
          <Link to={`/appointment/${id}`}>{fullName(plumber)}</Link>
          <VerifiedMark checks={plumber.checks} now={now} />
        </h2>
        <p className="text-ink-2">
          {speciality}
          <span className="block">{formatMoney(feeCents)} visit fee</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <Rating plumber={plumber} />
          {isFreeThen ? (
            <span className="font-semibold text-success">Free at that time</span>
          ) : (
            <Availability plumber={plumber} now={now} />
          )}
        </p>
      </div>
      <Form method="post" className="max-sm:w-full">
        <SubmitButton
          value={`${isFreeThen ? "ask" : "choose"}:${id}`}
          busy="Sending..."
          className="button-quiet w-full"
        >
          {isFreeThen ? `Ask ${firstName}` : "Choose a time"}
        </SubmitButton>
      </Form>
    </li>
  );
}
