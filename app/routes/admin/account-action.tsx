import { useLoaderData, useParams, useSearchParams } from "@remix-run/react";
import { startFactorReset, stopFactorReset } from "~/domain/accounts/second-factor/factor-set-up.server";
import { EMAIL_LENGTH, REASON_LENGTH } from "~/domain/values/text";
import { fullName, type AuthenticatedUser, type SteppedUpUser } from "~/domain/values/user";
import { makeAdmin, restoreUser, revokeAdmin, suspendUser } from "~/domain/admin/people/user-access.server";
import { type VettingAction, namesOfMissing, PAPERS_NOTE_LENGTH } from "~/domain/vetting/vetting";
import { decideAboutPlumber, findVetting } from "~/domain/vetting/approval.server";
import { CONSENT_HINT } from "~/domain/admin/callers/caller";
import { endConsent, offerAccount, recordConsent } from "~/domain/admin/callers/caller-accounts.server";
import { accountActionForm, type AccountAnswers } from "~/domain/admin/people/admin-forms";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { findUser, hasOpenBookings } from "~/domain/admin/people/users.server";
import {
  type UserDetails,
  availableAccountActions,
  ACCOUNT_ACTIONS,
  isVettingAction,
  type AccountAction,
} from "~/domain/admin/people/office-users";
import type { DomainContext } from "~/domain/domain-context.server";
import { adminAction, adminLoader } from "~/http/guards";
import { messageOf, type Refused } from "~/http/refusals";
import { STEP_UP_FIELDS, StepUpFields } from "~/ui/accounts/step-up-fields";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { Dialog } from "~/ui/elements/dialog";
import { SureField, TextArea, TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Shown } from "~/ui/forms/shown";
import { WhileOpen } from "~/ui/forms/while-open";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { requireOneOf } from "~/http/responses";
import { Form } from "~/ui/forms/owned-form";
import { readWithProof, steppedUpUser, stepUpAsked } from "~/http/step-up.server";

type Verb<Admin> = (
  context: DomainContext,
  admin: Admin,
  id: string,
  answers: AccountAnswers,
  user: UserDetails,
) => Promise<{ ok: true } | Refused>;
type OtherAction = Exclude<AccountAction, VettingAction>;

const VERBS = {
  restore: restoreUser,
  "keep-second-factor": stopFactorReset,
  "offer-account": (context, admin, id, { email }) => offerAccount(context, admin, id, email ?? ""),
  consent: (context, admin, id, { words }) => recordConsent(context, admin, id, words ?? ""),
  "end-consent": endConsent,
} satisfies Partial<Record<OtherAction, Verb<AuthenticatedUser>>>;

/** The actions that a stolen session must not do (A24). */
const STEPPED_UP_VERBS = {
  suspend: (context, admin, id, { reason }) => suspendUser(context, admin, id, reason ?? ""),
  "make-admin": makeAdmin,
  "revoke-admin": revokeAdmin,
  "turn-off-second-factor": (context, admin, _, __, user) => startFactorReset(context, admin, user),
  erase: (context, admin, _, { reason }, user) => eraseUser(context, admin, user, reason ?? ""),
} satisfies Record<Exclude<OtherAction, keyof typeof VERBS>, Verb<SteppedUpUser>>;

const isPlain = (action: OtherAction): action is keyof typeof VERBS => action in VERBS;

export const loader = adminLoader(async (args) => {
  const { context, viewer, param } = args;
  const accountAction = requireOneOf(ACCOUNT_ACTIONS, param("action"));
  const id = param("id");
  const takesStepUp = accountAction in STEPPED_UP_VERBS;
  const [user, isBusy, asks, plumber] = await Promise.all([
    findUser(context.db, id),
    hasOpenBookings(context.db, id),
    takesStepUp ? stepUpAsked(args) : null,
    accountAction === "approve" ? findVetting(context.db, id) : null,
  ]);
  if (!user || user.mergedInto) return null;
  const isFreeOnly = accountAction === "erase" || accountAction === "make-admin";
  return {
    accountAction,
    asks,
    label: ACCOUNT_ACTION_LABELS[accountAction],
    name: fullName(user),
    isOwn: user.id === viewer.id,
    missing: plumber && namesOfMissing(plumber.checks, context.now),
    obstacle: isBusy && isFreeOnly ? messageOf({ ok: false, reason: "openBookings" }) : null,
    makesSense: availableAccountActions(user, viewer.id).includes(accountAction),
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, param, refused, goTo } = args;
  const accountAction = requireOneOf(ACCOUNT_ACTIONS, param("action"));
  const id = param("id");
  const [admin, subject] = await Promise.all([user, findUser(context.db, id)]);
  if (!subject || subject.mergedInto) return null;
  const answers = readWithProof(args, accountActionForm(accountAction));
  const act = async () => {
    const about = { ...answers, name: subject.firstName };
    if (isVettingAction(accountAction)) return decideAboutPlumber(context, admin, id, accountAction, about);
    if (isPlain(accountAction)) {
      const verb: Verb<AuthenticatedUser> = VERBS[accountAction];
      return verb(context, admin, id, answers, subject);
    }
    const verb: Verb<SteppedUpUser> = STEPPED_UP_VERBS[accountAction];
    return verb(context, await steppedUpUser(args), id, answers, subject);
  };
  const result = await act();
  // After a decision comes the next one who waits.
  const next = isVettingAction(accountAction) ? "/admin-dashboard/vetting" : `/admin-dashboard/people/${id}`;
  return result.ok ? goTo(next, "savedAndLogged") : refused(result);
});

const REASON = { label: "Why?", hint: "Only our office can read it, in the log.", maxLength: REASON_LENGTH };

export default function AccountActionDialog() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const { accountAction, asks, label, name, isOwn, missing, obstacle, makesSense } = useLoaderData<typeof loader>();
  const reply = useFormReply("account-action", ["reason", "sure", "email", "words", ...STEP_UP_FIELDS]);
  const { fields, all, message, reason } = reply;
  const isPossible = makesSense && !obstacle;
  return (
    <Dialog
      title={`${label.button}: ${name}`}
      back={isVettingAction(accountAction) ? `/admin-dashboard/vetting/${id}` : `/admin-dashboard/people/${id}`}
      backLabel={isPossible ? "No, leave it" : "Back"}
      careful
    >
      <ProblemSummary message={message ?? obstacle} fields={all} />
      <WhileOpen isOpen={isPossible} reply={reply} words={["reason", "words"]}>
        <Form method="post" replace noValidate className="grid gap-4">
          <p>{label.consequence}</p>
          {isVettingAction(accountAction) && <Shown name="seen" value={search.get("seen") ?? ""} />}
          {missing && <Notice kind="info">Not checked yet: {missing}. Clients will read that.</Notice>}
          {isOwn && <Notice kind="danger">This is your own account.</Notice>}
          {(accountAction === "suspend" || accountAction === "erase") && <TextField {...REASON} meta={fields.reason} />}
          {accountAction === "offer-account" && (
            <TextField meta={fields.email} label="Their email" type="email" maxLength={EMAIL_LENGTH} />
          )}
          {accountAction === "consent" && (
            <TextField meta={fields.words} label="Their words" hint={CONSENT_HINT} maxLength={REASON_LENGTH} />
          )}
          {(accountAction === "ask-papers" || accountAction === "refuse") && (
            <TextArea
              meta={fields.words}
              label={accountAction === "refuse" ? "Why?" : "What should they send?"}
              hint="They'll read exactly what you write here."
              rows={4}
              maxLength={PAPERS_NOTE_LENGTH}
            />
          )}
          {accountAction === "erase" && <SureField meta={fields.sure} />}
          <StepUpFields fields={fields} reason={reason} asks={asks} />
          <SubmitButton busy={label.busy ?? "Saving..."} className={`w-full ${label.danger ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      </WhileOpen>
      {!isPossible && !message && !obstacle && (
        <Notice kind="info">
          There is nothing to do. The account is in that state already, or this can't be done to it.
        </Notice>
      )}
    </Dialog>
  );
}
