import * as z from "zod";
import { PHONE_CHANNELS } from "../notices/choices";
import { isMobileHere, parsePhone } from "../values/typed-phone";
import { readBy } from "../values/fields";
import { withoutGaps } from "../values/text";

const channel = z.enum(PHONE_CHANNELS, "Please choose WhatsApp or text message.");

export const phoneForm = z
  .object({
    channel,
    phone: z
      .string({ error: "Please enter your phone." })
      .transform(readBy(parsePhone, "Please enter a valid phone, like 0772 123 456.")),
    consent: z.literal("on", { error: "Please tick this first." }),
  })
  .refine(({ channel, phone }) => channel !== "sms" || isMobileHere(phone), {
    path: ["phone"],
    message: "Text messages go to mobile phones of Zimbabwe alone (07…). Elsewhere, please choose WhatsApp.",
  });

export const phoneCodeForm = z.object({
  channel,
  code: z
    .string({ error: "Please enter the code." })
    .transform(withoutGaps)
    .pipe(z.string().regex(/^\d{6}$/, "The code has six digits.")),
});
