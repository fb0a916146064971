import { brand } from "~/brand";
import type { PhoneChannel } from "../notices/choices";
import { defineNotices } from "../notices/notice";
import type { Instant } from "../time/harare";

/** What a phone is told about itself (N15). */
export const phoneNotices = defineNotices<{
  phoneCode: { code: string; expiresAt: Instant };
  phoneEnded: { channel: PhoneChannel };
}>({
  phoneCode: {
    topic: "account",
    // The code is in the line, because the title is kept.
    short: ({ code }) => ({
      title: `Your code for ${brand.name}`,
      body: `${code}. It works for 10 minutes. If you didn't ask for it, tell it to nobody.`,
      path: "",
      tag: "phone",
      code,
    }),
    expiresAt: ({ expiresAt }) => expiresAt,
  },

  phoneEnded: {
    topic: "account",
    short: ({ channel }) => ({
      title: `You'll get no more ${channel === "sms" ? "text" : "WhatsApp"} messages from ${brand.name}`,
      body: "You can start them again in your settings, or by calling our office.",
      path: "",
      tag: "phone",
    }),
  },
});
