import { brand } from "~/brand";
import type { PhoneChannel } from "../notices/choices";
import { DAY, MINUTE, type Instant } from "../time/harare";

/** A phone of the user's: one that is used, or one that a code was sent to. */
export interface OwnPhone {
  channel: PhoneChannel;
  phone: string;
  /** Null: the code has not been typed in yet. */
  verifiedAt: Instant | null;
}

/** How long a code works, and how often it may be typed in wrongly (N15). */
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;

/** What someone agrees to before a phone is used; kept with the phone. */
export const CONSENT_WORDS: Record<PhoneChannel, string> = {
  whatsapp: `Yes, ${brand.name} may write to this phone by WhatsApp. I can end it in my settings, or by answering STOP.`,
  sms: `Yes, ${brand.name} may send text messages to this phone. I can end it in my settings, or by answering STOP.`,
};

/** How long WhatsApp takes any text after someone's last message, less a minute for the way. */
export const WHATSAPP_WINDOW = DAY - MINUTE;
