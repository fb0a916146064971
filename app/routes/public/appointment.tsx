import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName, isClient, publicName } from "~/domain/accounts/user";
import { SERVICE_TYPES } from "~/domain/bookings/booking";
import { appointmentForm, appointmentQuery } from "~/domain/bookings/booking-forms";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/booking-requests.server";
import { photoUrl } from "~/domain/photos/photo";
import { findPlumberProfile, listSameCity, listTakenStarts, withTimes } from "~/domain/plumbers/directory.server";
import { SAME_CITY_PLUMBERS } from "~/domain/plumbers/plumber";
import { isReviewed, listReviewable, listReviewsOf } from "~/domain/reviews/reviews.server";
import { parseTime } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { takeInstead, toSignInWithChoice } from "~/http/appointment-choice";
import { flashCookie } from "~/http/flash";
import { formAction, type Failed } from "~/http/form-action";
import { parseForm } from "~/http/forms";
import { requireMember } from "~/http/guards";
import { memberIfKnown, orLastGood, orWithout } from "~/http/page-parts";
import { countOwn, forgiveUnlessBooked } from "~/http/own-limit.server";
import { redirectTo } from "~/http/redirects";
import { savesData } from "~/http/save-data";
import { submitReview } from "~/http/review-action.server";
import { TextArea, TextField, SelectField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { BookingProblem } from "~/ui/bookings/booking-problem";
import { Notice } from "~/ui/notice";
import { BookingBar } from "~/ui/plumbers/booking-bar";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumberHead } from "~/ui/plumbers/plumber-head";
import { SlotPicker } from "~/ui/plumbers/slot-picker";
import { TimesMissing } from "~/ui/plumbers/times-missing";
import { plumberForMachines, trailForMachines } from "~/ui/site/for-machines";
import { describePage } from "~/ui/site/page-meta";
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
    plumberForMachines(plumber),
    trailForMachines(origin, plumber),
  ];
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now, session } = context;
  const id = params["plumberId"] ?? "";
  const { searchParams } = new URL(request.url);
  const clientId = isClient(session.viewer) ? session.viewer?.id : undefined;
  const job = searchParams.get("job")?.slice(0, 40);
  const [profile, taken, sameCity, { reviews }, member, reviewable, reviewed] = await Promise.all([
    orLastGood(context, `plumber ${id}`, findPlumberProfile(db, id)),
    orWithout(context, "times", listTakenStarts(db, id, now), null),
    orWithout(context, "same city", listSameCity(db, id, SAME_CITY_PLUMBERS, now), []),
    orWithout(context, "reviews", listReviewsOf(db, id, null), { reviews: [] }),
    memberIfKnown(context),
    clientId ? orWithout(context, "to review", listReviewable(db, clientId, id), []) : [],
    clientId && job ? orWithout(context, "reviewed", isReviewed(db, clientId, job), false) : false,
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
    reviewable: member ? reviewable : [],
    reviewed: member !== null && reviewed,
    origin: context.origin,
    now,
    day: day ?? null,
    time: time ?? null,
    address: member?.addressLine1 ?? "",
    savesData: savesData(request),
  };
}

const isReview = (form: FormData) => form.get("intent") === "review";
const failed: Failed = ({ form }) => (isReview(form) ? "Failed to submit review" : "Booking failed");

export const action = formAction(failed, async (args) => {
  const { params, context, form } = args;
  const { db, session } = context;
  const id = params["plumberId"] ?? "";
  if (isReview(form)) {
    const answer = await submitReview(context, await requireMember(args), form);
    return answer ?? redirectTo(`/appointment/${encodeURIComponent(id)}`, { "Set-Cookie": flashCookie("reviewLeft") });
  }
  takeInstead(form);
  const parsed = parseForm(form, appointmentForm);
  const [member, tooMany, plumber] = await Promise.all([
    session.confirm(),
    parsed.value ? countOwn(context, "bookingPerClient") : null,
    findBookablePlumber(db, id),
  ]);
  if (!parsed.value) return parsed.invalid();
  if (!member) return toSignInWithChoice(id, form);
  if (tooMany) return parsed.refused(tooMany);
  if (!plumber) throw new Response("Plumber not found.", { status: 404 });
  const result = await requestBooking(context, member, plumber, parsed.value);
  forgiveUnlessBooked(context, result);
  if (result.ok) return redirectTo("/client-dashboard/bookings", { "Set-Cookie": flashCookie("booked") });
  const refused = parsed.refused(result);
  return result.reason === "slotTaken" ? data({ ...refused.data, nearest: result.nearest }, refused.init ?? undefined) : refused;
});

const FIELDS = ["appointmentDate", "appointmentTime", "serviceType", "location", "notes"] as const;

export default function Appointment() {
  const { plumber, hasTimes, sameCity, reviews, reviewable, reviewed, now, day, time, address, savesData } = useLoaderData<typeof loader>();
  const nearest = useActionData<{ nearest?: number[] }>()?.nearest ?? [];
  const { fields, message } = useFormReply("appointment", FIELDS, { location: address });
  const chosenDay = fields.appointmentDate.value ?? day;
  const chosenTime = fields.appointmentTime.value ? parseTime(fields.appointmentTime.value) : time;
  return (
    <div className="page grid gap-10 py-6 lg:py-10">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PlumberHead plumber={plumber} now={now} savesData={savesData} hasTimes={hasTimes} />
        <form method="post" action="#book" noValidate aria-labelledby="book-title" className={`picker card grid gap-6 p-4 sm:p-6 ${hasTimes ? "pb-0 sm:pb-0" : ""}`} id="book">
          <h2 id="book-title">Choose day and time</h2>
          <BookingProblem message={message} errors={[fields.appointmentDate.error, fields.appointmentTime.error]} nearest={nearest} now={now} />
          {hasTimes ? (
            <SlotPicker plumber={plumber} now={now} chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
          ) : (
            <TimesMissing chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
          )}
          <details open={Boolean(fields.notes.value || fields.serviceType.value || fields.notes.error || fields.location.error)}>
            <summary className="min-h-11 py-2 font-semibold text-brand-700">
              Tell the plumber more <span className="font-normal text-ink-3">(optional)</span>
            </summary>
            <div className="grid gap-5 pt-2">
              <SelectField meta={fields.serviceType} label="Service" choices={SERVICE_TYPES} placeholder="Choose a service" optional />
              <TextField meta={fields.location} label="Address" maxLength={300} autoComplete="street-address" optional hint="Only this plumber sees it, from the request on." />
              <TextArea meta={fields.notes} label="What is the matter?" maxLength={1000} optional />
            </div>
          </details>
          {hasTimes && <BookingBar plumber={plumber} now={now} />}
        </form>
      </div>
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
