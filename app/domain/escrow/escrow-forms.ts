import * as z from "zod";
import { line, newIdField, optionalLine, paidAmountField, paidDollars, readAmount } from "../values/fields";
import { PHONE_LENGTH, REASON_LENGTH, withoutGaps } from "../values/text";
import { isMobileHere, parsePhone } from "../values/typed-phone";
import { ONLINE_METHODS, type OnlineMethod } from "./online-payment";
import { PAYMENT_PURPOSES, PAYOUT_METHODS } from "~/db/money-words";
import { MAX_AMOUNT } from "../values/money";
import {
  ACCOUNT_LENGTH,
  BANK_LENGTH,
  HOLDER_LENGTH,
  type PayoutDetails,
  asBankReference,
  TRANSFER_REFERENCE_LENGTH,
} from "./payout";

const NO_CHOICE = "Amount is required.";
const NO_PHONE = "Please enter the mobile number that pays, like 077 123 4567.";

/** A mobile phone of Zimbabwe, in E.164; null where nothing is paid by phone. */
const payer = <Fields extends { method: OnlineMethod; phone?: string | null }>(
  { method, phone: written, ...rest }: Fields,
  context: z.RefinementCtx,
) => {
  const phone = method === "card" ? null : parsePhone(written ?? "");
  if (method !== "card" && !isMobileHere(phone ?? ""))
    context.addIssue({ code: "custom", path: ["phone"], message: NO_PHONE });
  return { ...rest, method, phone };
};

const writtenPhone = z.string().max(PHONE_LENGTH).nullish();
const method = z.enum(ONLINE_METHODS, "Payment method is required.");

/** A payment to start (M10), once for `id`; `choice` (`choiceValue`): what is paid, and the cents that were shown. */
export const startPaymentForm = z
  .object({ id: newIdField(), choice: z.string(NO_CHOICE), method, phone: writtenPhone })
  .transform(({ choice, ...rest }, context) => {
    const [, purpose = "", shown = ""] = /^([a-z]+) (\d{1,8})$/.exec(choice) ?? [];
    const known = PAYMENT_PURPOSES.find((one) => one === purpose);
    if (!known) {
      context.addIssue({ code: "custom", path: ["choice"], message: NO_CHOICE });
      return z.NEVER;
    }
    return { ...payer(rest, context), purpose: known, shown: Number(shown) };
  });

export const checkPaymentForm = z.object({ payment: newIdField() });

export const startPaymentCall = z
  .object({
    purpose: z.enum(PAYMENT_PURPOSES, NO_CHOICE),
    amount: paidDollars.meta({
      description: "What the choices say: nothing is started where it isn't right any more.",
    }),
    method,
    phone: writtenPhone.meta({ description: "The mobile number that pays, like `0771234567`; not for cards." }),
  })
  .transform(({ amount, ...rest }, context) => ({ ...payer(rest, context), shown: amount }));

const PHONE = "Please enter an EcoCash phone like 077 123 4567.";
const ACCOUNT = "Please enter the account's number: 6 to 20 digits.";

export const payoutDetailsForm = z
  .object({
    method: z.enum(PAYOUT_METHODS, "Payout method is required."),
    phone: z.string().max(PHONE_LENGTH, PHONE).default(""),
    number: z.string().max(ACCOUNT_LENGTH, ACCOUNT).default(""),
    bank: optionalLine(BANK_LENGTH),
    branch: optionalLine(BANK_LENGTH),
    holder: line("Name on the account is required.", HOLDER_LENGTH),
  })
  .transform(({ method, phone: typed, number, bank, branch, holder }, context): PayoutDetails => {
    const problem = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    if (method === "ecocash") {
      const phone = parsePhone(typed) ?? "";
      if (!/^\+2637[78]/.test(phone)) return problem("phone", PHONE);
      return { method, number: phone, bank: null, branch: null, holder };
    }
    const digits = withoutGaps(number);
    if (!/^\d{6,20}$/.test(digits)) return problem("number", ACCOUNT);
    return bank ? { method, number: digits, bank, branch, holder } : problem("bank", "Bank is required.");
  });

export const prepareForm = z.object({ id: newIdField(), method: z.enum(PAYOUT_METHODS) });

const NO_REFERENCE = "Reference is required.";
const reference = line(NO_REFERENCE, TRANSFER_REFERENCE_LENGTH)
  .transform(asBankReference)
  .refine((text) => text !== "", NO_REFERENCE);

export const referenceForm = z.object({ reference });

/** `amount`: the cents that the page showed. */
export const refundForm = z.object({ reference, amount: z.coerce.number().int() });

export const confirmForm = z.object({});

const whyForm = z.object({ reason: line("Reason is required.", REASON_LENGTH) });
export const stopForm = whyForm;
export const returnForm = whyForm;
/** `shown`: the reference that the page said it was sent with. */
export const returnRefundForm = whyForm.extend({ shown: z.string() });
export const voidArrivalForm = whyForm;
/** `shown`: whether the page said that the batch's file was taken. */
export const leaveOutForm = whyForm.extend({ shown: z.enum(["taken", "not taken"]) });

const NO_FEE = "Please enter an amount in dollars, like 1.20.";

/** An arrival from the provider at the bank, and the fee that it kept (M14). Returns cents. */
export const arrivalForm = z.object({
  reference,
  arrived: paidAmountField,
  fee: z
    .string()
    .optional()
    .transform((text) => text?.trim() || "0")
    .transform(readAmount(MAX_AMOUNT, NO_FEE, NO_FEE)),
});
