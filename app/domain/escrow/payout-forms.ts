import * as z from "zod";
import { PAYOUT_METHODS } from "~/db/money-words";
import { PHONE_LENGTH, REASON_LENGTH } from "../values/lengths";
import { MAX_AMOUNT } from "../values/money";
import { newIdField } from "../values/id-fields";
import { paidAmountField, readAmount } from "../values/money-fields";
import { parsePhone } from "../values/typed-phone";
import { withoutGaps } from "../values/text";
import { line, optionalLine } from "../values/text-fields";
import type { PayoutDetails } from "./payout";
import { ACCOUNT_LENGTH, BANK_LENGTH, HOLDER_LENGTH, TRANSFER_REFERENCE_LENGTH } from "./payout";

const PHONE = "Please enter an EcoCash phone like 077 123 4567.";
const ACCOUNT = "Please enter the account's number: 6 to 20 digits.";

/** Where a plumber's money goes (M15): an EcoCash phone, or a bank account. */
export const payoutDetailsForm = z
  .object({
    method: z.enum(PAYOUT_METHODS, "Please choose EcoCash or a bank."),
    phone: z.string().max(PHONE_LENGTH, PHONE).default(""),
    number: z.string().max(ACCOUNT_LENGTH, ACCOUNT).default(""),
    bank: optionalLine(BANK_LENGTH),
    branch: optionalLine(BANK_LENGTH),
    holder: line("Please enter the name that the account is in.", HOLDER_LENGTH),
  })
  .transform(({ method, phone: typed, number, bank, branch, holder }, context): PayoutDetails => {
    const problem = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    if (method === "ecocash") {
      const phone = parsePhone(typed);
      return phone && /^\+2637[78]/.test(phone)
        ? { method, number: phone, bank: null, branch: null, holder }
        : problem("phone", PHONE);
    }
    const digits = withoutGaps(number);
    if (!/^\d{6,20}$/.test(digits)) return problem("number", ACCOUNT);
    return bank ? { method, number: digits, bank, branch, holder } : problem("bank", "Please enter the bank's name.");
  });

export const prepareForm = z.object({
  id: newIdField(),
  method: z.enum(PAYOUT_METHODS),
});

/** The bank's or EcoCash's own number of what was sent or has arrived, however it is typed. */
const reference = line(
  "Please enter the reference that the bank or EcoCash gave.",
  TRANSFER_REFERENCE_LENGTH,
).transform((text) => text.toUpperCase());

export const referenceForm = z.object({ reference });

/** `amount`: the cents that the page showed. */
export const refundForm = z.object({ reference, amount: z.coerce.number().int() });

export const stopForm = z.object({ reason: line("Please say why: it is logged.", REASON_LENGTH) });

/** A form whose button says everything. */
export const confirmForm = z.object({});

/** `shown`: whether the page said that the batch's file was taken. */
export const leaveOutForm = z.object({
  shown: z.enum(["taken", "not taken"]),
  reason: line("Please say why it isn't sent.", REASON_LENGTH),
});

export const returnForm = z.object({ reason: line("Please say why it came back.", REASON_LENGTH) });

/** Why what was noted of the provider was wrong (M14). */
export const voidArrivalForm = z.object({ reason: line("Please say what was wrong.", REASON_LENGTH) });

const NO_FEE = "Please enter an amount in dollars, like 1.20.";

/** What the provider has sent to the bank, and what it has kept (M14). Returns cents. */
export const arrivalForm = z.object({
  reference,
  arrived: paidAmountField,
  fee: z
    .string()
    .optional()
    .transform((text) => text?.trim() || "0")
    .transform(readAmount(MAX_AMOUNT, NO_FEE, NO_FEE)),
});
