import * as z from "zod";
import { PHONE_LENGTH } from "../values/lengths";
import { isMobileHere, parsePhone } from "../values/typed-phone";
import { newIdField } from "../values/id-fields";
import { paidDollars } from "../values/money-fields";
import { ONLINE_METHODS } from "./online-method";
import { PAYMENT_PURPOSES } from "~/db/money-words";

const NO_CHOICE = "Please choose what you pay.";
const NO_PHONE = "Please enter the mobile number that pays, like 077 123 4567.";

/** A mobile phone of Zimbabwe, in E.164; null where nothing is paid by phone. */
const payer = <Fields extends { method: (typeof ONLINE_METHODS)[number]; phone?: string | null }>(
  { method, phone: written, ...rest }: Fields,
  context: z.RefinementCtx,
) => {
  const phone = method === "card" ? null : parsePhone(written ?? "");
  if (method !== "card" && !isMobileHere(phone ?? ""))
    context.addIssue({ code: "custom", path: ["phone"], message: NO_PHONE });
  return { ...rest, method, phone };
};

const writtenPhone = z.string().max(PHONE_LENGTH).nullish();
const method = z.enum(ONLINE_METHODS, "Please choose how you pay.");

/**
 * A payment to start (M10). `id` is the form's own, so that a second press starts nothing; `choice` (`choiceValue`) says what
 * is paid and how much the page showed, in cents: nothing is paid where that isn't right any more.
 */
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

/** The payment that is looked up. */
export const checkPaymentForm = z.object({ payment: newIdField() });

/** The same from an API client: the amount is what the choices said. */
export const startPaymentCall = z
  .object({
    purpose: z.enum(PAYMENT_PURPOSES, NO_CHOICE),
    amount: paidDollars.meta({
      description: "What the choices say: nothing is started where it isn't right any more.",
    }),
    method,
    phone: writtenPhone.meta({
      description: "The mobile number that pays, like `0771234567`; not for cards.",
    }),
  })
  .transform(({ amount, ...rest }, context) => ({ ...payer(rest, context), shown: amount }));
