import { useState } from "react";
import { useLoaderData } from "@remix-run/react";
import { availableMoneyActions, RECORDED_METHODS, stateOfDispute } from "~/domain/money/booking-money";
import { findDisputes } from "~/domain/bookings/queries/open-disputes.server";
import { findMoney } from "~/domain/money/money-lists.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { decidedBy } from "~/domain/bookings/dispute";
import { formatDate } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { REASON_LENGTH } from "~/domain/values/text";
import { signedInAction, signedInLoader } from "~/http/guards";
import { requireMoneyForm, MONEY_FORM_ACTIONS } from "./money-action.server";
import { stepUpAsked } from "~/http/step-up.server";
import { StepUpFields } from "~/ui/accounts/step-up-fields";
import { Notice, QuietLink, SubmitButton } from "~/ui/shell/elements";
import { TextField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { decisionLabel, describeFigures } from "~/ui/money/describe-money";
import { FormPage } from "~/ui/money/form-page";
import { describeFindings, describeOutcomes } from "./describe-outcomes";
import { defaultAmount, MONEY_FORM_PARTS, MONEY_FIELDS } from "./money-form-parts";
import { DECIDE_DENIED, finalLabel, moneyLabel, ON_HOLD } from "~/ui/money/money-labels";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { WhileOpen } from "~/ui/forms/while-open";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage<typeof loader>({
  title: "Money:",
  about: ({ label }) => label.title ?? label.button,
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/bookings",
  list: "bookings",
});

export const loader = signedInLoader(async (args) => {
  const {
    context: { db, now },
    viewer,
    url,
    param,
  } = args;
  const { role } = viewer;
  const action = requireMoneyForm(param("action"), role);
  const id = param("id");
  const takesStepUp = action === "decide" || action === "resolve-dispute" || action === "void-receipt";
  const [found, disputes, photos, asks] = await Promise.all([
    findMoney(db, viewer, id),
    role === "admin" ? findDisputes(db, id) : [],
    action === "decide" ? listJobPhotos(db, viewer, id) : [],
    takesStepUp ? stepUpAsked(args) : null,
  ]);
  if (!found) return null;
  const money = { ...found, disputes };
  const chosen = url.searchParams.get("dispute");
  const resolvable = disputes.filter(({ canResolve }) => canResolve);
  const dispute = resolvable.find((one) => one.id === chosen) ?? resolvable[0];
  const denied = action === "resolve-dispute" ? (dispute?.denied ?? null) : null;
  return {
    action,
    label: {
      ...moneyLabel(action, role, money),
      ...(action === "decide" && { title: decisionLabel(money) }),
      ...(denied !== null && DECIDE_DENIED),
    },
    money,
    asks,
    statement: describeFigures(money),
    role,
    isPossible: availableMoneyActions(money, role, now).includes(action),
    formId: newId(),
    shown: stateOfDispute(money),
    dispute: dispute?.id ?? "",
    outcomes: action === "decide" ? describeOutcomes(money) : [],
    found: denied === null ? null : describeFindings(money, denied),
    photos,
    decidedBy: formatDate(decidedBy(now), "short"),
    method: RECORDED_METHODS.find((method) => method === url.searchParams.get("method")) ?? "",
    receipt: url.searchParams.get("receipt"),
    back: bookingPage(role, id),
  };
});

export const action = signedInAction("Failed to save", (args) =>
  MONEY_FORM_ACTIONS[requireMoneyForm(args.param("action"), args.viewer.role)](args),
);

const MONEY_OF_BUTTON = new Set(["fixed", "amount"]);

export default function Money() {
  const page = useLoaderData<typeof loader>();
  const { action, label, money, asks, role, isPossible, formId, dispute, method, receipt, back } = page;
  const {
    About,
    Fields,
    why,
    whyLabel = "Why?",
    isWhyOptional: optional,
    isCareful,
    saysNo = isCareful,
    isOfClient,
  } = MONEY_FORM_PARTS[action];
  const reply = useFormReply(`money-${action}`, MONEY_FIELDS, {
    amount: defaultAmount(action, money),
    method,
    receipt: receipt ?? "",
    id: formId,
    dispute,
  });
  const { fields, message, reason } = reply;
  const parts = { ...page, fields };
  // Empty without script, which alone can follow what is typed.
  const [typed, setTyped] = useState("");
  const button = action === "decide" && money.finalAmount !== null ? finalLabel(typed) : label.button;
  return (
    <FormPage title={label.title} back={back} backLabel={role === "plumber" ? "The job" : "The booking"} reply={reply}>
      {isPossible && role === "admin" && isOfClient && (
        <p className="text-ink-2">
          You pass on what {money.client} said on the phone. The history says that our office did it.
        </p>
      )}
      {!isPossible && !message && (
        <Notice kind="info">{money.frozenAt === null ? "This isn't possible any more." : ON_HOLD}</Notice>
      )}
      {About && <About {...parts} />}
      <WhileOpen isOpen={isPossible} reply={reply} words={["reason"]}>
        <Form
          method="post"
          replace
          noValidate
          className="grid gap-4"
          onInput={({ target }) =>
            target instanceof HTMLInputElement && MONEY_OF_BUTTON.has(target.name) && setTyped(target.value)
          }
        >
          <Fields {...parts} />
          {why && (
            <TextField meta={fields.reason} label={whyLabel} optional={optional} hint={why} maxLength={REASON_LENGTH} />
          )}
          <StepUpFields fields={fields} reason={reason} asks={asks} />
          <SubmitButton busy={label.busy} className={`w-full ${isCareful ? "button-danger" : ""}`}>
            {button}
          </SubmitButton>
          {saysNo && <QuietLink to={back} className="w-full" label="Back" />}
        </Form>
      </WhileOpen>
    </FormPage>
  );
}
