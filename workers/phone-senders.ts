import { openDatabase } from "../app/db/client.server";
import { mayWriteFreely } from "../app/domain/accounts/phone-channels.server";
import type { Senders } from "../app/domain/notices/delivery";
import { smsSender } from "../app/domain/notices/sms-sender";
import { smsStandIn } from "../app/domain/notices/stand-ins/sms-stand-in";
import { whatsAppStandIn } from "../app/domain/notices/stand-ins/whatsapp-stand-in";
import { whatsAppSender } from "../app/domain/notices/whatsapp-sender";
import { currentInstant } from "./clock";
import { gatherReads } from "./d1/gather";
import { pipeline } from "./d1/pipeline";
import type { Settings } from "./environment";

/** The senders to phones, where they are set up. In local mode the providers' stand-ins take what they send. */
export function phoneSenders(
  env: Env,
  { origin, localMode, whatsApp, sms }: Settings,
): Pick<Senders, "whatsapp" | "sms"> {
  // Sent side by side, messages ask in one batch.
  const db = openDatabase(pipeline(env.DB, gatherReads()));
  const isWindowOpen = (phone: string) => mayWriteFreely(db, phone, currentInstant());
  return {
    ...(whatsApp && {
      whatsapp: whatsAppSender(whatsApp, {
        origin,
        fetch: localMode ? whatsAppStandIn(isWindowOpen) : (input, init) => fetch(input, init),
        mayWriteFreely: isWindowOpen,
      }),
    }),
    ...(sms && {
      sms: smsSender(sms, { origin, fetch: localMode ? smsStandIn() : (input, init) => fetch(input, init) }),
    }),
  };
}
