import { type AppLoadContext, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { answerByLink, findRequestToAnswer } from "~/domain/bookings/commands/answer-links.server";
import { toCalendar } from "~/domain/bookings/calendar/ical";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { reasonForm } from "~/domain/bookings/transition-schemas";
import { DAY, formatInstant, HOUR } from "~/domain/time/harare";
import { REASON_LENGTH } from "~/domain/values/text";
import { formAction } from "~/http/forms";
import type { PageHandle } from "~/http/page-handle";
import { initOf, messageOf, refusal } from "~/http/refusals";
import { ButtonLink, Icon, Notice, SubmitButton, TextLink } from "~/ui/shell/elements";
import { AccountPage } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";
import type { BookingForCommand } from "~/domain/bookings/booking-views";

export const handle: PageHandle = { quiet: true };

// No description and no picture: messengers show them to everyone in the chat.
export const meta: MetaFunction = () => [
  { title: `Answer a request – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export const headers = () => ({ "Cache-Control": "private, no-store" });

const ANSWERS = ["confirm", "refuse"] as const;
const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Changes nothing, because mail scanners and previews open links (N16). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await findRequestToAnswer(context.db, tokenOf(request), context.now);
  if (found.ok) return data({ request: found.request, ended: null });
  const ended = { problem: messageOf(found), isSuspended: found.reason === "accountSuspended" };
  return data({ request: null, ended }, initOf(found));
}

export const action = formAction("Your answer was not saved", async ({ request, context, form, button }) => {
  const { verb: answer } = button(ANSWERS);
  const { data: reason = null } = reasonForm.safeParse(Object.fromEntries(form));
  const given = answer === "refuse" ? reason : null;
  const result = await answerByLink(context, tokenOf(request), answer, given);
  // With its status, which would be that of the page behind it: the link has ended with the answer.
  if (!result.ok) return refusal(result);
  const job = answer === "confirm" ? `/plumber-dashboard/jobs/${result.booking.id}` : "/plumber-dashboard/jobs";
  const { booking, hasPhone } = result;
  const known = [booking.location && "address", hasPhone && "client's phone"].filter(
    (word) => typeof word === "string",
  );
  const service = booking.serviceType ?? DEFAULT_SERVICE;
  const visit = `${booking.client.firstName}, ${formatInstant(booking.startsAt)}, ${service}`;
  const calendar = answer === "confirm" ? calendarFile(booking, service, job, context) : null;
  const reminders = remindersOf(booking.startsAt - context.now);
  return data(
    { answered: { answer, job, known, visit, calendar, reminders, isOnlyCalled: booking.isOnlyCalled }, message: null },
    200,
  );
});

/** The reminders that are still to come (N7), of a visit that begins in so many milliseconds. */
function remindersOf(ahead: number): string {
  if (ahead > DAY) return "We'll remind you a day and two hours before.";
  return ahead > 2 * HOUR ? "We'll remind you two hours before." : "";
}

/** The visit for the plumber's calendar, within the page: its own file is for who is signed in. */
function calendarFile(booking: BookingForCommand, service: string, job: string, { origin, now }: AppLoadContext) {
  const visit = {
    ...booking,
    status: "confirmed",
    service,
    summary: `${service}: ${booking.client.firstName}`,
    minutes: booking.jobMinutes,
    location: null,
    updatedAt: now,
    sequence: 1,
  } as const;
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(toCalendar(brand.name, origin, [visit], () => job))}`;
}

export default function Answer() {
  const { request, ended } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "answered" in answer) return <AnsweredRequest {...answer.answered} />;
  if (ended) return <EndedRequest {...ended} />;
  const { clientFirstName, reference, startsAt, serviceType, area, notes, photos, title, worth, reply } = request;
  return (
    <AccountPage title={title} lead={`${reply} Request ${reference}`}>
      {answer?.message && <Notice kind="danger">{answer.message}</Notice>}
      {worth && <p className="text-h2 font-bold">{worth}</p>}
      <dl className="grid gap-3">
        <Fact name="When">{formatInstant(startsAt)}</Fact>
        <Fact name="Service">{serviceType ?? DEFAULT_SERVICE}</Fact>
        {area && <Fact name="Where">{area}</Fact>}
        {notes && <Fact name="Notes">{notes}</Fact>}
        {photos > 0 && <Fact name="Photos">{photos} of the problem</Fact>}
      </dl>
      <PlainForm>
        <SubmitButton value="confirm" busy="Confirming..." className="w-full" label="Confirm" />
      </PlainForm>
      <PlainForm className="grid gap-3 border-t border-line pt-5">
        <label className="field">
          <span className="font-semibold">
            Can't do it? Say why{" "}
            <span className="font-normal text-ink-3">(optional, {clientFirstName} will see it)</span>
          </span>
          <input name="reasonText" maxLength={REASON_LENGTH} autoComplete="off" className="input" />
        </label>
        <SubmitButton value="refuse" busy="Refusing..." className="button-quiet w-full" label="Refuse" />
      </PlainForm>
      <p>
        <TextLink to={`/bookings/${reference}`}>
          Sign in to {photos > 0 && "see the photos or "}suggest another time
        </TextLink>
      </p>
    </AccountPage>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
      {children}
    </dd>
  </div>
);

interface Answered {
  answer: "confirm" | "refuse";
  job: string;
  known: string[];
  visit: string;
  calendar: string | null;
  reminders: string;
  isOnlyCalled: boolean;
}

function AnsweredRequest({ answer, job, known, visit, calendar, reminders, isOnlyCalled }: Answered) {
  const confirmed = answer === "confirm";
  const told = isOnlyCalled ? "Our office will let the client know" : "We've told the client";
  return (
    <AccountPage title={confirmed ? "Confirmed" : "Refused"}>
      <Notice kind="success">
        {confirmed ? `It's your job now. ${told}.` : `${told}, and the time is free again.`}
      </Notice>
      <p className="text-lg font-semibold">{visit}</p>
      <p>{confirmed ? `${whereToFind(known)}${reminders}` : "You don't need to do anything else."}</p>
      {calendar && (
        <a href={calendar} download="visit.ics" className="button button-quiet">
          <Icon name="calendar" /> Add to calendar
        </a>
      )}
      <ButtonLink to={job}>{confirmed ? "Sign in to see the job" : "Sign in to see your jobs"}</ButtonLink>
    </AccountPage>
  );
}

/** Promises only what the client gave. */
const whereToFind = (known: string[]): string =>
  known.length > 0 ? `The ${known.join(" and the ")} ${known.length > 1 ? "are" : "is"} on the job's page. ` : "";

const EndedRequest = ({ problem, isSuspended }: { problem: string; isSuspended: boolean }) => (
  <AccountPage title="Answer a request">
    <Notice kind="info">{problem}</Notice>
    {isSuspended ? (
      <a href={`tel:${brand.phone}`} className="button">
        <Icon name="phone" /> Call our office
      </a>
    ) : (
      <ButtonLink to="/plumber-dashboard/jobs">Sign in to see your jobs</ButtonLink>
    )}
  </AccountPage>
);
