import { useLoaderData } from "@remix-run/react";
import { correctCaller, findCaller, type Caller } from "~/domain/admin/callers/caller-accounts.server";
import { callerCorrectionForm } from "~/domain/admin/callers/caller-forms";
import { formatPhone } from "~/domain/values/phone";
import { NAME_LENGTH, PHONE_LENGTH } from "~/domain/values/text";
import { readDrawn } from "~/http/forms";
import { adminAction, adminLoader } from "~/http/guards";
import { AddressLine } from "~/ui/accounts/account-fields";
import { Dialog } from "~/ui/elements/dialog";
import { TextField } from "~/ui/forms/field";
import { CorrectionForm } from "~/ui/forms/correction-form";
import { useDrawnReply } from "~/ui/forms/drawn-form";
import { SubmitButton } from "~/ui/shell/elements";

type Facts = Caller["facts"];

const asAnswers = ({ firstName, lastName, phone, addressLine1 }: Facts) => ({
  firstName,
  lastName,
  phone: phone ? formatPhone(phone) : "",
  addressLine1: addressLine1 ?? "",
});

/** Corrects what was misheard about a client without an email (B34). */
export const loader = adminLoader(async ({ context, param }) => {
  const id = param("id");
  const caller = await findCaller(context.db, id);
  return caller && { facts: asAnswers(caller.facts), back: `/admin-dashboard/people/${id}` };
});

export const action = adminAction("Failed to correct the account", async (args) => {
  const { context, user, form, param, read, refused, goTo } = args;
  const id = param("id");
  const [admin, caller] = await Promise.all([user, findCaller(context.db, id)]);
  if (!caller) return null;
  const corrected = read(callerCorrectionForm);
  const given = readDrawn(form);
  const drawn = given ? callerCorrectionForm.safeParse(given).data : undefined;
  const result = await correctCaller(context, admin, id, {
    drawn: drawn ?? caller.facts,
    corrected,
    jobs: caller.jobs,
  });
  if (result.ok) return goTo(`/admin-dashboard/people/${id}`, "savedAndLogged");
  return refused("present" in result ? { ...result, present: asAnswers(result.present) } : result);
});

const FIELDS = ["firstName", "lastName", "phone", "addressLine1"] as const;

export default function CorrectCaller() {
  const { facts, back } = useLoaderData<typeof loader>();
  const reply = useDrawnReply("correct-caller", FIELDS, facts);
  const { fields } = reply;
  return (
    <Dialog title="Correct the account" back={back} backLabel="Back">
      <CorrectionForm reply={reply}>
        <TextField meta={fields.firstName} label="First name" maxLength={NAME_LENGTH} />
        <TextField meta={fields.lastName} label="Last name" maxLength={NAME_LENGTH} />
        <TextField meta={fields.phone} label="Phone" type="tel" maxLength={PHONE_LENGTH} />
        <AddressLine meta={fields.addressLine1} line={1} optional />
        <SubmitButton busy="Saving...">Correct</SubmitButton>
      </CorrectionForm>
    </Dialog>
  );
}
