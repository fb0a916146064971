import { SENT_CHANNELS, type SentChannel } from "../app/db/notice-channels";
import { unsubscribeToken } from "../app/domain/accounts/tokens.server";
import { openDatabase } from "../app/db/client.server";
import { emailSender } from "../app/domain/notices/email-sender";
import type { Senders } from "../app/domain/notices/delivery";
import { pushSender } from "../app/domain/notices/push/push-sender.server";
import { webhookSender } from "../app/domain/notices/webhooks/webhook-sender.server";
import { currentInstant } from "./clock";
import { gatherReads } from "./d1/gather";
import { pipeline } from "./d1/pipeline";
import type { Settings } from "./environment";
import { openMailer } from "./mailer";
import { phoneSenders } from "./phone-senders";

/** The senders of the channels that are set up: without its keys a channel is off. */
export const sendersOf = (env: Env, settings: Settings): Senders => ({
  ...phoneSenders(env, settings),
  // Sent side by side, webhooks and pushes ask for their endpoints in one batch.
  webhook: webhookSender({
    db: openDatabase(pipeline(env.DB, gatherReads())),
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

/** Known once per isolate, like the settings. */
const setUp = new WeakMap<Settings, SentChannel[]>();

export function channelsOf(env: Env, settings: Settings): SentChannel[] {
  const known = setUp.get(settings);
  if (known) return known;
  const senders = sendersOf(env, settings);
  const channels = SENT_CHANNELS.filter((channel) => senders[channel]);
  setUp.set(settings, channels);
  return channels;
}
