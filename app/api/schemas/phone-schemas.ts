import * as z from "zod";
import type { OwnPhone } from "~/domain/accounts/own-phone";
import { phoneForm } from "~/domain/accounts/phone-forms";
import { PHONE_CHANNELS } from "~/domain/notices/choices";
import { instant, toInstant } from "./shared-keys";

const channel = z.enum(PHONE_CHANNELS);

/** For the user alone. */
export const ownPhone = z
  .object({
    channel,
    phone: z.string().meta({ example: "+263712123456" }),
    verifiedAt: instant.nullable().meta({ description: "Null: its code has not been sent back yet." }),
  })
  .meta({ id: "OwnPhone", description: "A phone that we write to." });

export const toOwnPhone = ({ channel, phone, verifiedAt }: OwnPhone): z.output<typeof ownPhone> => ({
  channel,
  phone,
  verifiedAt: verifiedAt === null ? null : toInstant(verifiedAt),
});

/** What API clients send to get a code; the site's form has a tick for `consent`. */
export const phoneCodeCall = z
  .object({
    channel,
    phone: z.string().max(30).meta({ example: "0772 123 456" }),
    consent: z.literal(true, "Please ask the phone's owner, and send true once they agree.").meta({
      description: "The owner agrees that we write to this phone.",
    }),
  })
  .transform((call) => ({ ...call, consent: "on" as const }))
  .pipe(phoneForm);
