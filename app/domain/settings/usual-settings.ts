import { type EmailFrame, USUAL_FRAME } from "../email/email-template";
import { DAILY_BUDGETS } from "../notices/notice";
import type { PhoneChannel } from "../notices/choices";
import type { SocialLinks } from "./social-links";

export type FeeMode = "none" | "optional";

export interface SettingValues {
  /** "on": plumbers are listed only once the office has approved them (O9). */
  approval: { approval: "on" | "off" };
  /** The company's part of held money, in whole per cent (M12). */
  commission: { percent: number };
  "fee-mode": { feeMode: FeeMode };
  /** The most notices of a day by channel (N18). */
  budgets: Record<PhoneChannel, number>;
  /** "on": text messages are answered as WhatsApp is (Q8), up to the request; each answer costs. */
  "text-answers": { textAnswers: "on" | "off" };
  "email-frame": EmailFrame;
  /** The quiet hours that new accounts begin with, in minutes of the day. */
  "quiet-hours": { quiet: "on" | "off"; quietFrom: number; quietUntil: number };
  /** The company's own pages, shown on every profile (W8): a network that is left out has none. */
  "social-links": SocialLinks;
}

export type SettingName = keyof SettingValues;

/** The settings that take no step-up; what moves money or access does (A24). */
export type PlainSettingName = "email-frame" | "quiet-hours" | "social-links";

/** The values until the office has set others. */
export const USUAL_SETTINGS: SettingValues = {
  approval: { approval: "on" },
  commission: { percent: 10 },
  "fee-mode": { feeMode: "none" },
  budgets: DAILY_BUDGETS,
  "text-answers": { textAnswers: "off" },
  "email-frame": USUAL_FRAME,
  "quiet-hours": { quiet: "on", quietFrom: 21 * 60, quietUntil: 6 * 60 + 30 },
  "social-links": {},
};

export const SETTING_NAMES = Object.keys(USUAL_SETTINGS) as SettingName[];
