import { emailSender } from "../app/domain/notices/email-sender";
import { openDatabase } from "../app/db/client.server";
import { mayWriteFreely } from "../app/domain/accounts/phone-channels.server";
import type { Senders } from "../app/domain/notices/notice";
import { smsSender } from "../app/domain/notices/sms-sender";
import { smsStandIn, whatsAppStandIn } from "../app/domain/notices/phone-stand-ins";
import { whatsAppSender } from "../app/domain/notices/whatsapp-sender";
import { currentInstant } from "./clock";
import { gatherReads, pipeline } from "./d1";
import type { Settings } from "./environment";
import { SENT_CHANNELS, type SentChannel } from "../app/db/notice-channels";
import { unsubscribeToken } from "../app/domain/accounts/tokens.server";
import { pushSender } from "~/domain/notices/push/push-devices.server";
import { webhookSender } from "../app/domain/notices/webhooks/webhook-deliveries.server";

const online: typeof fetch = (input, init) => fetch(input, init);

/** The senders that are set up. In local mode the providers' stand-ins take what goes to phones. */
export function sendersOf(env: Env, settings: Settings): Senders {
  const { origin, localMode, whatsApp, sms, vapid, sessionSecret } = settings;
  // Sent side by side, notices ask for their endpoints and windows in one batch.
  const db = openDatabase(pipeline(env.DB, gatherReads()));
  const mayWrite = (phone: string) => mayWriteFreely(db, phone, currentInstant());
  return {
    ...(whatsApp && {
      whatsapp: whatsAppSender(whatsApp, {
        origin,
        fetch: localMode ? whatsAppStandIn(mayWrite) : online,
        mayWriteFreely: mayWrite,
      }),
    }),
    ...(sms && { sms: smsSender(sms, { origin, fetch: localMode ? smsStandIn() : online }) }),
    webhook: webhookSender(db, { origin, now: currentInstant, fetch: online }),
    email: emailSender(env.EMAIL, async (userId, topic) => {
      const token = await unsubscribeToken(sessionSecret, userId, topic);
      return token && `${origin}/unsubscribe?token=${token}`;
    }),
    ...(vapid && { push: pushSender(db, { keys: vapid, origin, clock: currentInstant, fetch: online }) }),
  };
}

const setUp = new WeakMap<Settings, SentChannel[]>();

export function channelsOf(env: Env, settings: Settings): SentChannel[] {
  const known = setUp.get(settings);
  if (known) return known;
  const senders = sendersOf(env, settings);
  const channels = SENT_CHANNELS.filter((channel) => senders[channel]);
  setUp.set(settings, channels);
  return channels;
}
