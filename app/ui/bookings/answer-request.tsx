import type { ReactNode } from "react";
import { brand } from "~/brand";
import type { RequestToAnswer } from "~/domain/bookings/answer-link";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { byTime } from "~/domain/bookings/next-step/step-words";
import { REASON_LENGTH } from "~/domain/values/lengths";
import { formatSum } from "~/domain/values/money";
import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";
import { SubmitButton } from "../forms/submit-button";
import { AccountPage } from "../shell/account-page";
import { Link } from "../shell/link";

/** A request, and the two buttons that answer it without signing in (N16). */
export function RequestToAnswerPage({
  request,
  problem,
  now,
}: {
  request: RequestToAnswer;
  problem: string | null;
  now: Instant;
}) {
  const { clientFirstName, reference, startsAt, serviceType, area, notes, photos, fee } = request;
  return (
    <AccountPage
      title={`${clientFirstName} wants to book you`}
      lead={`Answer as soon as you can, by ${byTime(startsAt, now)} at the latest. Request ${reference}`}
    >
      {problem && <Notice kind="danger">{problem}</Notice>}
      <dl className="grid gap-3">
        <Fact name="When">{formatInstant(startsAt)}</Fact>
        <Fact name="Service">{serviceType ?? DEFAULT_SERVICE}</Fact>
        {area && <Fact name="Where">{area}</Fact>}
        {notes && <Fact name="Notes">{notes}</Fact>}
        {photos > 0 && <Fact name="Photos">{photos} of the problem</Fact>}
        {fee !== null && <Fact name="Visit fee">{formatSum(fee)}</Fact>}
      </dl>
      <form method="post">
        <SubmitButton name="intent" value="confirm" busy="Confirming..." className="w-full">
          Confirm
        </SubmitButton>
      </form>
      <form method="post" className="grid gap-3 border-t border-line pt-5">
        <label className="field">
          <span className="font-semibold">
            Can't do it? Say why{" "}
            <span className="font-normal text-ink-3">(optional, {clientFirstName} will see it)</span>
          </span>
          <input name="reasonText" maxLength={REASON_LENGTH} autoComplete="off" className="input" />
        </label>
        <SubmitButton name="intent" value="refuse" busy="Refusing..." className="button-quiet w-full">
          Refuse
        </SubmitButton>
      </form>
      <p>
        <Link to={`/bookings/${reference}`} className="button-link">
          Sign in to {photos > 0 && "see the photos or "}suggest another time
        </Link>
      </p>
    </AccountPage>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
  </div>
);

/** What comes next, once the plumber has answered. */
export function AnsweredRequest({
  answer,
  job,
  isByPhone,
}: {
  answer: "confirm" | "refuse";
  job: string;
  /** Whether the client has no email: our office tells them. */
  isByPhone: boolean;
}) {
  const confirmed = answer === "confirm";
  const told = isByPhone ? "Our office will let the client know" : "We've told the client";
  return (
    <AccountPage title={confirmed ? "Confirmed" : "Refused"}>
      <Notice kind="success">
        {confirmed ? `It's your job now. ${told}.` : `${told}, and the time is free again.`}
      </Notice>
      <p>
        {confirmed
          ? "The address and the client's phone are on the job's page. We'll remind you a day and two hours before."
          : "You don't need to do anything else."}
      </p>
      <Link to={job} className="button">
        {confirmed ? "Sign in to see the job" : "Sign in to see your jobs"}
      </Link>
    </AccountPage>
  );
}

/** Why the link answers nothing any more. Who is suspended cannot sign in either. */
export const EndedRequest = ({ problem, isSuspended }: { problem: string; isSuspended: boolean }) => (
  <AccountPage title="Answer a request">
    <Notice kind="info">{problem}</Notice>
    {isSuspended ? (
      <a href={`tel:${brand.phone}`} className="button">
        <Icon name="phone" /> Call our office
      </a>
    ) : (
      <Link to="/plumber-dashboard/jobs" className="button">
        Sign in to see your jobs
      </Link>
    )}
  </AccountPage>
);
