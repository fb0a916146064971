import { useLoaderData } from "@remix-run/react";
import { ACCOUNT_LENGTH, BANK_LENGTH, HOLDER_LENGTH } from "~/domain/escrow/payout";
import { findPayoutDetails, keepPayoutDetails, savePayoutDetails } from "~/domain/escrow/payout-details.server";
import { payoutDetailsForm } from "~/domain/escrow/escrow-forms";
import { formatInstant } from "~/domain/time/harare";
import { PHONE_LENGTH } from "~/domain/values/text";
import { plumberAction, plumberLoader } from "~/http/guards";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { SteppedUpForm } from "~/ui/accounts/stepped-up-form";
import { TextField, RadioField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { BackLink, SubmitButton } from "~/ui/shell/elements";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { readSteppedUp } from "~/http/step-up.server";

const PAGE = "/plumber-dashboard/settings/payouts";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Where your money goes", "your details");

export const loader = plumberLoader(({ context: { db, now }, viewer }) => findPayoutDetails(db, viewer.id, now));

export const action = plumberAction("Failed to save", async (args) => {
  const { context, pressed, goTo } = args;
  if (pressed(["keep"])) {
    await keepPayoutDetails(context, await args.user);
    return goTo(PAGE, "payoutDetailsKept");
  }
  const { user, value } = await readSteppedUp(args, payoutDetailsForm);
  const saved = await savePayoutDetails(context, user, value);
  return saved.ok ? goTo(PAGE, "payoutDetailsSaved") : args.refused(saved);
});

const METHODS = Object.entries({ ecocash: "EcoCash", bank: "Bank account" });
const PAYOUT_FIELDS = ["method", "phone", "number", "bank", "branch", "holder", ...STEP_UP_FIELDS] as const;

export default function PayoutSettings() {
  const { present, coming } = useLoaderData<typeof loader>();
  const reply = useFormReply("payout-details", PAYOUT_FIELDS, {
    method: present?.method ?? "ecocash",
    holder: present?.holder,
    bank: present?.bank ?? undefined,
  });
  const { fields } = reply;
  return (
    <div className="grid max-w-2xl gap-6">
      <BackLink to="/plumber-dashboard/earnings" label="Earnings" />
      <h1>Where your money goes</h1>
      {(present || coming) && (
        <section className="card grid gap-2 p-5">
          {present && (
            <p>
              Now: <b>{present.place}</b>, {present.holder}
            </p>
          )}
          {coming && (
            <>
              <p>
                From {formatInstant(coming.validFrom)} on: <b>{coming.place}</b>, {coming.holder}
              </p>
              <Form method="post">
                <SubmitButton
                  value="keep"
                  busy="Saving..."
                  className="button-quiet"
                  label={present ? `Keep ${present.place}` : "Take it back"}
                />
              </Form>
            </>
          )}
        </section>
      )}
      <div className="payee">
        <SteppedUpForm
          form="payout-details"
          title={present ? "Change it" : "Your EcoCash phone or bank account"}
          lead={
            present
              ? "A change takes effect 48 hours later, so that nobody can send your money elsewhere unnoticed. We tell you on every way that we have."
              : "We pay out what clients have paid online for your jobs. While money is on its way to you, this takes effect 48 hours later."
          }
          reply={reply}
          button="Save"
          className=""
        >
          <RadioField isRow meta={fields.method} label="How should we pay you?" choices={METHODS} />
          <div className="payer-phone">
            <TextField
              meta={fields.phone}
              label="EcoCash phone"
              inputMode="tel"
              maxLength={PHONE_LENGTH}
              autoComplete="off"
            />
          </div>
          <TextField meta={fields.holder} label="Name on the account" maxLength={HOLDER_LENGTH} autoComplete="name" />
          <div className="bank-only grid gap-5">
            <TextField
              meta={fields.number}
              label="Account number"
              hint="For a bank account."
              inputMode="numeric"
              maxLength={ACCOUNT_LENGTH}
              autoComplete="off"
            />
            <TextField meta={fields.bank} label="Bank" maxLength={BANK_LENGTH} autoComplete="off" />
            <TextField meta={fields.branch} label="Branch" maxLength={BANK_LENGTH} autoComplete="off" optional />
          </div>
        </SteppedUpForm>
      </div>
    </div>
  );
}
