import type { ComponentProps } from "react";
import { type PayoutStop, TRANSFER_REFERENCE_LENGTH } from "~/domain/escrow/payout";
import { REASON_LENGTH, stopAfter } from "~/domain/values/text";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { TextField } from "../forms/field";
import { useFormReply } from "../forms/form";
import { WhileOpen } from "../forms/while-open";
import { formatInstant } from "~/domain/time/harare";
import { Link, Notice } from "../shell/elements";

interface Props extends Omit<ComponentProps<typeof SteppedUpForm>, "form" | "reply" | "isVerb"> {
  verb: string;
  field?: { name: "reference" | "reason"; label: string };
  /** False: it was done, by someone else maybe, who leaves the words of a half-written form to be read. */
  isOpen?: boolean;
}

const LENGTHS = { reference: TRANSFER_REFERENCE_LENGTH, reason: REASON_LENGTH };

/** A form of one verb that takes a step-up (A24), with one field at most. */
export function VerbForm({ verb, field, isOpen = true, children, ...rest }: Props) {
  const { name, label = "" } = field ?? {};
  const reply = useFormReply(verb, ["reference", "reason", ...STEP_UP_FIELDS]);
  return (
    <WhileOpen isOpen={isOpen} reply={reply} words={["reference", "reason"]}>
      <SteppedUpForm {...rest} form={verb} reply={reply} isVerb>
        {children}
        {name && <TextField meta={reply.fields[name]} label={label} maxLength={LENGTHS[name]} autoComplete="off" />}
      </SteppedUpForm>
    </WhileOpen>
  );
}

const PAGE = "/admin-dashboard/payouts/stop";

/** The notice that payouts are stopped (M16). `page`: it is on the page that explains them. */
export const StoppedNotice = ({ stop, page = false }: { stop: PayoutStop | null; page?: boolean }) =>
  stop && (
    <Notice kind="danger">
      Payouts and refunds are stopped since {formatInstant(stop.since)}: <bdi>“{stop.reason}”</bdi>
      {stopAfter(stop.reason)} Send nothing; note only what was sent before.{" "}
      {!page && <Link to={PAGE}>See what is to be done</Link>}
    </Notice>
  );

export const StopPayouts = ({ isOpen }: { isOpen: boolean }) => (
  <VerbForm
    isOpen={isOpen}
    lead="Nobody can prepare a payout or take a file until payouts go out again. Clients can still pay, and money is released as before."
    verb="stop"
    button="Stop payouts"
    busy="Stopping..."
    field={{ name: "reason", label: "Why?" }}
    isCareful
  />
);

export const ResumePayouts = () => (
  <VerbForm
    title="Let payouts go out again"
    lead="Only once “At the provider” and “At the bank” under Books are what the provider and the bank say."
    verb="resume"
    button="The books are right"
  />
);
