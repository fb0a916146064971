import type { PayoutStop } from "~/domain/escrow/payout";
import { formatInstant } from "~/domain/time/harare";
import { Notice } from "../elements/notice";
import { Link } from "../shell/link";
import { VerbForm } from "./verb-form";

const PAGE = "/admin-dashboard/payouts/stop";

/** Above what goes out: that nothing may (M16). `page`: on the page that says what is to be done. */
export const StoppedNotice = ({ stop, page = false }: { stop: PayoutStop | null; page?: boolean }) =>
  stop && (
    <Notice kind="danger">
      Payouts and refunds are stopped since {formatInstant(stop.since)}: {stop.reason} Send nothing; note only what was
      sent before. {!page && <Link to={PAGE}>See what is to be done</Link>}
    </Notice>
  );

/** Stops what goes out, for a reason that the log keeps. */
export const StopPayouts = () => (
  <VerbForm
    lead="Nobody can prepare a payout or take a file until payouts go out again. Clients can still pay, and money is released as before."
    verb="stop"
    button="Stop payouts"
    busy="Stopping..."
    field={{ name: "reason", label: "Why?" }}
    isCareful
  />
);

/** Lets payouts go out again. */
export const ResumePayouts = () => (
  <VerbForm
    title="Let payouts go out again"
    lead="Only once “At the provider” and “At the bank” under Books are what the provider and the bank say."
    verb="resume"
    button="The books are right"
  />
);
