import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { fullName, isClient, publicName } from "~/domain/values/user";
import { serviceTypeFor, appointmentForm, appointmentQuery } from "~/domain/bookings/request-schemas";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { findDraft, keepDraft } from "~/domain/bookings/commands/request-drafts.server";
import { addressesToOffer } from "~/domain/bookings/address";
import { findPreviousRequest, listPreviousRequests } from "~/domain/bookings/commands/draft-of-booking.server";
import { listWorkPhotos } from "~/domain/bookings/commands/work-photos.server";
import { sharePictureUrl } from "~/domain/photos/photo";
import { listSameCity } from "~/domain/plumbers/directory.server";
import { selectTakenTimes } from "~/domain/plumbers/free-starts.server";
import { findPlumberProfile, withTimes, hasSaved } from "~/domain/plumbers/plumber-profiles.server";
import { SAME_CITY_PLUMBERS } from "~/domain/plumbers/plumber";
import { formatUsualPrice, pricedAs, type UsualPrices } from "~/domain/prices/usual-price";
import { findPlumberPrices } from "~/domain/prices/usual-prices.server";
import { reviewForm } from "~/domain/reviews/review-schemas";
import { listReviewsOf, REVIEWS_PAGE_SIZE, listReviewable } from "~/domain/reviews/review-views.server";
import { hasReviewed, leaveReview } from "~/domain/reviews/reviews.server";
import { dateAt, minuteAt, parseTime, parseTypedDate } from "~/domain/time/harare";
import { requirePart } from "~/domain/values/lists";
import { formatMoney } from "~/domain/values/money";
import { cityPath } from "~/domain/values/cities";
import { takeKnownAddress, changeDraftPhotos, DRAFT_BUTTONS, draftOf } from "~/http/request-draft.server";
import { accountPage, draftCookie, endedSessionHeaders } from "~/http/cookies";
import { formAction, type Failed, parseForm, pressedButton, type Reply } from "~/http/forms";
import { toSignIn } from "~/http/guards";
import { flashCookie } from "~/http/flash";
import type { PageHandle } from "~/http/page-handle";
import { allOf, findAuthenticatedUser, hasEndedSession, orLastGood, orWithout } from "~/http/page-parts";
import { savesData } from "~/http/request";
import { redirectTo, param } from "~/http/responses";
import { withReturn } from "~/http/return-to";
import { OnlyClients } from "~/ui/bookings/only-clients";
import { Link, Notice } from "~/ui/shell/elements";
import { PlumberShelf } from "~/ui/plumbers/plumber-card";
import { ReviewForms } from "~/ui/reviews/review-forms";
import { ReviewList } from "~/ui/reviews/review-list";
import { AppointmentForm } from "./appointment-form";
import { RatingDistribution, WorkshopCard, WorkshopDetails } from "./workshop-card";
import { described } from "~/ui/shell/public-page";
import { plumberStructuredData, trailStructuredData } from "~/ui/site/structured-data";
import { bookingPage } from "~/http/booking-pages";

export const handle: PageHandle = { locates: true };

const NO_PRICES: UsualPrices = {};

const pageOf = (plumberId: string) => `/appointment/${encodeURIComponent(plumberId)}`;

export const meta = described<typeof loader>(({ plumber }) => ({
  title: `Book ${fullName(plumber)}, ${plumber.speciality} in ${plumber.city}`,
  description: `${plumber.speciality} in ${plumber.city}: see the visit fee of ${formatMoney(plumber.feeCents)}, choose a day and an hour, and book.`,
  type: "profile",
  picture: sharePictureUrl(plumber.photoKey),
  data: (origin) => [
    plumberStructuredData(origin, plumber),
    trailStructuredData(origin, [
      ["Our Plumbers", "/plumbers"],
      [plumber.city, cityPath(plumber.city)],
      [fullName(plumber), `/appointment/${plumber.id}`],
    ]),
  ],
}));

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now, session } = context;
  const id = param(params, "plumberId");
  const { searchParams } = new URL(request.url);
  const clientId = isClient(session.viewer) ? session.viewer?.id : undefined;
  const job = searchParams.get("job")?.slice(0, 40);
  const { day, time, problem, again } = appointmentQuery.parse(Object.fromEntries(searchParams));
  const newest = { before: null, limit: REVIEWS_PAGE_SIZE };
  const { profile, taken, user, reviews, reviewable, reviewed, draft, saved, latest, repeated, ...shown } = await allOf(
    {
      profile: orLastGood(context, `plumber ${id}`, findPlumberProfile(db, id)),
      taken: orWithout(context, "times", selectTakenTimes(db, id, now), null),
      sameCity: orWithout(context, "same city", listSameCity(db, id, SAME_CITY_PLUMBERS, now), []),
      reviews: orWithout(context, "reviews", listReviewsOf(db, id, newest).then(requirePart), {
        items: [],
        next: null,
      }),
      user: findAuthenticatedUser(context),
      reviewable: clientId ? orWithout(context, "to review", listReviewable(db, clientId, id), []) : [],
      reviewed: clientId ? orWithout(context, "reviewed", hasReviewed(db, clientId, id, job ?? null), false) : false,
      draft: orWithout(context, "draft", findDraft(db, draftCookie.read(request), now), null),
      saved: clientId ? orWithout(context, "saved", hasSaved(db, clientId, id), false) : false,
      prices: orWithout(context, "prices", findPlumberPrices(db, id), NO_PRICES),
      photos: orWithout(context, "work photos", listWorkPhotos(db, id), []),
      latest: clientId ? orWithout(context, "previous requests", listPreviousRequests(db, clientId), []) : [],
      repeated:
        clientId && again
          ? orWithout(context, "previous request", findPreviousRequest(db, clientId, again), null)
          : null,
    },
  );
  if (!profile.value)
    throw "error" in profile
      ? profile.error
      : redirectTo("/plumbers", { "Set-Cookie": flashCookie("plumberNotListed") });
  // The session ended elsewhere: someone else may hold the phone now (B28).
  if (draft && (await hasEndedSession(context)))
    throw redirectTo(pageOf(id) + new URL(request.url).search, endedSessionHeaders(request));
  // A copy may say who takes bookings, never which times are free (F4).
  const hasTimes = taken !== null && profile.asOf === null;
  // The time was chosen among this plumber's.
  const draftStart = draft?.plumberId === id ? draft.startsAt : null;
  // Only for a session that D1 has confirmed; what is asked for again comes first.
  const previous = user ? [...(repeated ? [repeated] : []), ...latest] : [];
  const serviceType = problem ? serviceTypeFor(problem) : ((user && repeated?.serviceType) ?? null);
  const priced = problem ? pricedAs(problem) : null;
  const price = priced ? shown.prices[priced] : undefined;
  return {
    plumber: withTimes(profile.value, taken ?? [], now),
    hasTimes,
    ...shown,
    reviews: reviews.items.map(
      ({ id, rating, comment, createdAt, answer, client, showsJob, shownService, shownAmount }) => ({
        id,
        rating,
        comment,
        createdAt,
        answer,
        showsJob,
        shownService,
        shownAmount,
        name: publicName(client),
        photoKey: null,
      }),
    ),
    reviewable: user ? reviewable : [],
    // Unless the address names a job, the form for the next job comes first.
    reviewed: user !== null && reviewed && (job !== undefined || reviewable.length === 0),
    // An email's link to review that job was opened by someone who isn't signed in.
    toReview:
      user === null && job
        ? withReturn("/signin", `${pageOf(id)}?job=${encodeURIComponent(job)}#review`, { reason: "review" })
        : null,
    saved: user?.role === "client" ? saved : null,
    barred: user && user.role !== "client" ? user.role : null,
    now,
    day: day ?? (draftStart === null ? null : dateAt(draftStart)),
    time: time ?? (draftStart === null ? null : minuteAt(draftStart)),
    draft,
    serviceType,
    usualPrice: price ? `${serviceType}: ${formatUsualPrice(price)}` : null,
    isBack: user?.role === "client" && draft?.plumberId === id && draft.serviceType !== null,
    address: user?.address ?? "",
    knownAddresses: addressesToOffer(previous, profile.value.city),
    savesData: savesData(request),
    canPayOnline: context.paymentProvider !== null,
  };
}

const isReview = (form: FormData) => pressedButton(form, ["review", ...DRAFT_BUTTONS])?.verb === "review";
const failed: Failed = ({ form }) => (isReview(form) ? "Failed to submit review" : "Booking failed");

export const action = formAction(failed, async (args) => {
  const { context, form } = args;
  const { db, session } = context;
  const id = args.param("plumberId");
  if (isReview(form)) {
    const user = await session.confirm();
    if (!user) throw toSignIn(args.request, "review");
    const { booking: bookingId, ...review } = args.read(reviewForm);
    const result = await leaveReview(context, user, { bookingId, ...review });
    return result.ok ? args.goTo(pageOf(id), result.isHeldBack ? "reviewHeld" : "reviewLeft") : args.refused(result);
  }
  applyAlternativeSlot(form);
  await takeKnownAddress(context, form);
  const knownDraft = draftCookie.read(args.request);
  const { answer, draftId } = await changeDraftPhotos(context, form, { draftId: knownDraft, plumberId: id });
  if (answer) return answer;
  const [user, plumber] = await Promise.all([session.confirm(), findBookablePlumber(db, id)]);
  const parsed = parseForm(form, appointmentForm);
  // A photo that came with this form waits in a draft that the browser doesn't know of yet.
  const newDraft = draftId === knownDraft ? null : draftId;
  const keepingPhoto = async (reply: Reply, more: { nearest?: number[] } = {}) => {
    const photos = newDraft && ((await findDraft(db, newDraft, context.now))?.photos ?? []);
    const headers = new Headers(reply.init?.headers);
    if (newDraft) headers.set("Set-Cookie", draftCookie.set(newDraft));
    return data({ ...reply.data, ...more, photos }, { ...reply.init, headers });
  };
  const toAccount = async () => {
    const kept = await keepDraft(context, { draftId, plumberId: id, answers: draftOf(form) });
    return toAccountWithDraft(args.request, id, form, kept);
  };
  // Addresses are offered to clients alone: this one's session has ended, and they choose again once they are back.
  if (!user && form.get("knownAddress")) return toAccount();
  if (!parsed.value) return keepingPhoto(parsed.invalid());
  if (!user) return toAccount();
  if (!plumber) throw new Response("Plumber not found.", { status: 404 });
  const result = await requestBooking(context, user, plumber, parsed.value, draftId);
  if (result.ok)
    return args.goTo(bookingPage("client", result.id), result.isHeld ? "booked" : "requestChecked", {
      cookies: [draftCookie.ended],
    });
  return keepingPhoto(parsed.refused(result), result.reason === "slotTaken" ? { nearest: result.nearest } : {});
});

/** Takes over one of the free starts that were offered in place of a taken one (B6). */
function applyAlternativeSlot(form: FormData) {
  const [, date, time] = /^(\S+) (.+)$/.exec(String(form.get("instead") ?? "")) ?? [];
  if (!date || !time) return;
  form.set("appointmentDate", date);
  form.set("appointmentTime", time);
}

/** To sign-in or sign-up and back, with the day and time that the visitor has chosen (T8) and the draft of the rest (B28). */
function toAccountWithDraft(request: Request, id: string, form: FormData, draftId: string | null) {
  const day = parseTypedDate(String(form.get("appointmentDate") ?? ""));
  const time = String(form.get("appointmentTime") ?? "");
  const choice = new URLSearchParams({ ...(day && { day }), ...(parseTime(time) !== null && { time }) }).toString();
  return redirectTo(
    accountPage(request, `${pageOf(id)}${choice && `?${choice}`}#book`, "book"),
    draftId ? { "Set-Cookie": draftCookie.set(draftId) } : {},
  );
}

export default function Appointment() {
  const page = useLoaderData<typeof loader>();
  const { plumber, now, sameCity, reviews, reviewable, reviewed, toReview, barred } = page;
  return (
    <div className="page grid gap-8 py-4 lg:py-8">
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:gap-6">
        <WorkshopCard {...page} />
        <div className="lg:row-span-2">{barred ? <OnlyClients role={barred} /> : <AppointmentForm {...page} />}</div>
        <WorkshopDetails {...page} />
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
        <section id="reviews" className="later grid gap-4 [--tall:600px]">
          <h2>Reviews</h2>
          <div className="grid items-start gap-4 lg:grid-cols-[2fr_3fr] lg:gap-6">
            <RatingDistribution plumber={plumber} />
            <ReviewList canReport readAt={now} reviews={reviews} />
          </div>
        </section>
      )}
      {sameCity.length > 0 && (
        <section className="later grid gap-5 [--tall:600px]">
          <h2>Top Plumbers in {plumber.city}</h2>
          <PlumberShelf plumbers={sameCity} now={now} label={`Top plumbers in ${plumber.city}`} />
        </section>
      )}
    </div>
  );
}
