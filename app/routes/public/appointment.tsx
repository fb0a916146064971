import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName, isClient, publicName } from "~/domain/values/user";
import { appointmentForm, appointmentQuery } from "~/domain/bookings/booking-forms";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { photoUrl } from "~/domain/photos/photo";
import { listSameCity } from "~/domain/plumbers/directory.server";
import { findPlumberProfile, listTakenStarts, withTimes } from "~/domain/plumbers/plumber-profiles.server";
import { SAME_CITY_PLUMBERS } from "~/domain/plumbers/plumber";
import { hasReviewed, listReviewable, listReviewsOf } from "~/domain/reviews/reviews.server";
import { formatMoney } from "~/domain/values/money";
import { takeInstead, toSignInWithChoice } from "~/http/appointment-choice";
import { flashCookie } from "~/http/flash";
import { formAction, type Failed } from "~/http/form-action";
import { parseForm } from "~/http/forms";
import { toSignIn } from "~/http/guards";
import { findAuthenticatedUser, orLastGood, orWithout } from "~/http/page-parts";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { withReturn } from "~/http/return-to";
import { savesData } from "~/http/save-data";
import { submitReview } from "~/http/review-action.server";
import { AppointmentForm } from "~/ui/bookings/appointment-form";
import { OnlyClients } from "~/ui/bookings/only-clients";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumberHead } from "~/ui/plumbers/plumber-head";
import { plumberStructuredData, breadcrumbStructuredData } from "~/ui/site/structured-data";
import { describePage } from "~/ui/shell/page-meta";
import { RatingDistribution } from "~/ui/reviews/rating-distribution";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { ReviewList } from "~/ui/reviews/review-list";

export const meta: MetaFunction<typeof loader> = (page) => {
  if (!page.data) return [{ title: brand.name }];
  const { plumber, origin, savesData } = page.data;
  return [
    ...describePage(page, {
      title: `Book ${fullName(plumber)}, ${plumber.speciality} in ${plumber.city}`,
      description: `${plumber.speciality} in ${plumber.city}: see the appointment fee of ${formatMoney(plumber.feeCents)}, choose a day and an hour, and book.`,
      type: "profile",
      picture: plumber.photoKey && !savesData ? photoUrl(plumber.photoKey, 800) : undefined,
    }),
    plumberStructuredData(plumber),
    breadcrumbStructuredData(origin, plumber),
  ];
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now, session } = context;
  const id = param(params, "plumberId");
  const { searchParams } = new URL(request.url);
  const clientId = isClient(session.viewer) ? session.viewer?.id : undefined;
  const job = searchParams.get("job")?.slice(0, 40);
  const [profile, taken, sameCity, { reviews }, user, reviewable, reviewed] = await Promise.all([
    orLastGood(context, `plumber ${id}`, findPlumberProfile(db, id)),
    orWithout(context, "times", listTakenStarts(db, id, now), null),
    orWithout(context, "same city", listSameCity(db, id, SAME_CITY_PLUMBERS, now), []),
    orWithout(context, "reviews", listReviewsOf(db, id, null), { reviews: [] }),
    findAuthenticatedUser(context),
    clientId ? orWithout(context, "to review", listReviewable(db, clientId, id, now), []) : [],
    clientId ? orWithout(context, "reviewed", hasReviewed(db, clientId, id, job ?? null), false) : false,
  ]);
  if (!profile.value) throw "error" in profile ? profile.error : redirectTo("/plumbers");
  // Who takes bookings is known by a copy, but never which times are free.
  const hasTimes = taken !== null && profile.asOf === null;
  const { day, time } = appointmentQuery.parse(Object.fromEntries(searchParams));
  return {
    plumber: withTimes(profile.value, taken ?? [], now),
    hasTimes,
    sameCity,
    reviews: reviews.map(({ client, ...review }) => ({ ...review, name: publicName(client), photoKey: null })),
    // Only what a confirmed session may see.
    reviewable: user ? reviewable : [],
    // Without a job named, the form for one that waits comes first.
    reviewed: user !== null && reviewed && (job !== undefined || reviewable.length === 0),
    // Whoever comes by the link of a mail wants to review that job.
    toReview:
      user === null && job
        ? withReturn("/signin", `/appointment/${encodeURIComponent(id)}?job=${encodeURIComponent(job)}#review`, {
            reason: "review",
          })
        : null,
    barred: user && user.role !== "client" ? user.role : null,
    origin: context.origin,
    now,
    day: day ?? null,
    time: time ?? null,
    address: user?.addressLine1 ?? "",
    savesData: savesData(request),
  };
}

const isReview = (form: FormData) => pressedButton(form, ["review"]) !== null;
const failed: Failed = ({ form }) => (isReview(form) ? "Failed to submit review" : "Booking failed");

export const action = formAction(failed, async (args) => {
  const { params, context, form } = args;
  const { db, session } = context;
  const id = param(params, "plumberId");
  if (isReview(form)) {
    const user = await session.confirm();
    if (!user) throw toSignIn(args.request, "review");
    const answer = await submitReview(context, user, form);
    return answer ?? redirectTo(`/appointment/${encodeURIComponent(id)}`, { "Set-Cookie": flashCookie("reviewLeft") });
  }
  takeInstead(form);
  const parsed = parseForm(form, appointmentForm);
  const [user, plumber] = await Promise.all([session.confirm(), findBookablePlumber(db, id)]);
  if (!parsed.value) return parsed.invalid();
  if (!user) return toSignInWithChoice(id, form);
  if (!plumber) throw new Response("Plumber not found.", { status: 404 });
  const result = await requestBooking(context, user, plumber, parsed.value);
  if (result.ok)
    return redirectTo("/client-dashboard/bookings", {
      "Set-Cookie": flashCookie(result.isHeld ? "booked" : "requestChecked"),
    });
  const refused = parsed.refused(result);
  return result.reason === "slotTaken"
    ? data({ ...refused.data, nearest: result.nearest }, refused.init ?? undefined)
    : refused;
});

export default function Appointment() {
  const {
    plumber,
    hasTimes,
    sameCity,
    reviews,
    reviewable,
    reviewed,
    toReview,
    barred,
    now,
    day,
    time,
    address,
    savesData,
  } = useLoaderData<typeof loader>();
  return (
    <div className="page grid gap-10 py-6 lg:py-10">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PlumberHead plumber={plumber} now={now} savesData={savesData} hasTimes={hasTimes} />
        {barred ? (
          <OnlyClients role={barred} />
        ) : (
          <AppointmentForm plumber={plumber} hasTimes={hasTimes} now={now} day={day} time={time} address={address} />
        )}
      </div>
      {toReview && (
        <div id="review">
          <Notice kind="info" alert>
            You must be logged in to leave a review. <Link to={toReview}>Sign in</Link>
          </Notice>
        </div>
      )}
      {reviewed && <Notice kind="info">You have already reviewed this plumber for this job.</Notice>}
      <ReviewForms bookings={reviewable} action={`/appointment/${plumber.id}`} plain />
      {reviews.length > 0 && (
        <section className="grid gap-4">
          <h2>Reviews</h2>
          <RatingDistribution plumber={plumber} />
          <ReviewList canReport reviews={reviews} />
        </section>
      )}
      {sameCity.length > 0 && (
        <section className="grid gap-5">
          <h2>Top Plumbers in {plumber.city}</h2>
          <PlumberGrid plumbers={sameCity} now={now} />
        </section>
      )}
    </div>
  );
}
