import { brand } from "../app/brand";
import { emailSender, type Mailer } from "../app/domain/notices/email-sender";
import { openDatabase } from "../app/db/client.server";
import { mayWriteFreely } from "../app/domain/accounts/phone-channels.server";
import type { Senders } from "../app/domain/notices/delivery";
import { smsSender } from "../app/domain/notices/sms-sender";
import { smsStandIn, whatsAppStandIn } from "../app/domain/notices/phone-stand-ins";
import { whatsAppSender } from "../app/domain/notices/whatsapp-sender";
import { currentInstant } from "./clock";
import { gatherReads, pipeline } from "./d1";
import type { Settings } from "./environment";
import { SENT_CHANNELS, type SentChannel } from "../app/db/notice-channels";
import { unsubscribeToken } from "../app/domain/accounts/tokens.server";
import { pushSender } from "../app/domain/notices/push/push-sender.server";
import { webhookSender } from "~/domain/notices/webhooks/webhook-deliveries.server";

/** Sends through Cloudflare's email binding, which in local mode writes the email to a file. */
function openMailer(binding: SendEmail): Mailer {
  return {
    async send({ to, subject, text, html, headers }) {
      await binding.send({ to, from: brand.emailSender, subject, text, html, headers });
    },
  };
}

/** The senders to phones, where they are set up. In local mode the providers' stand-ins take what they send. */
function phoneSenders(env: Env, { origin, localMode, whatsApp, sms }: Settings): Pick<Senders, "whatsapp" | "sms"> {
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

export const sendersOf = (env: Env, settings: Settings): Senders => ({
  ...phoneSenders(env, settings),
  // Sent side by side, webhooks and pushes ask for their endpoints in one batch.
  webhook: webhookSender(openDatabase(pipeline(env.DB, gatherReads())), {
    origin: settings.origin,
    now: currentInstant,
    fetch: (input, init) => fetch(input, init),
  }),
  email: emailSender(openMailer(env.EMAIL), async (userId, topic) => {
    const token = await unsubscribeToken(settings.sessionSecret, userId, topic);
    return token && `${settings.origin}/unsubscribe?token=${token}`;
  }),
  ...(settings.vapid && {
    push: pushSender(openDatabase(pipeline(env.DB, gatherReads())), {
      keys: settings.vapid,
      origin: settings.origin,
      clock: currentInstant,
      fetch: (url, init) => fetch(url, init),
    }),
  }),
});

const setUp = new WeakMap<Settings, SentChannel[]>();

export function channelsOf(env: Env, settings: Settings): SentChannel[] {
  const known = setUp.get(settings);
  if (known) return known;
  const senders = sendersOf(env, settings);
  const channels = SENT_CHANNELS.filter((channel) => senders[channel]);
  setUp.set(settings, channels);
  return channels;
}
