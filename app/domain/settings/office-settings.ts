import * as z from "zod";
import { brand } from "~/brand";
import type { AuditAction } from "../audit-log/audit-log";
import { CLOSING_LENGTH, emailFrameForm, GREETING_LENGTH } from "../email/email-template";
import { CHANNEL_NAMES } from "../notices/choices";
import { isQuietSpan, NO_SPAN, quietFields } from "../notices/choices-form";
import { formatTime } from "../time/harare";
import { formatNumber } from "../values/numbers";
import { readBy } from "../values/fields";
import { cleanLine } from "../values/text";
import { SOCIAL_NETWORKS, SOCIAL_SITES, type SocialLinks, type SocialNetwork } from "./social-links";
import { SETTING_NAMES, type SettingValues, type SettingName, type PlainSettingName } from "./usual-settings";

export type SettingField = { label: string; hint?: string } & (
  | { kind: "choice"; choices: readonly (readonly [value: string, words: string])[] }
  | { kind: "number" | "time" | "box" }
  | { kind: "text" | "link"; longest: number; optional?: true }
);

/** A setting: its value is a flat record, and as its form gives it, it is stored, compared and logged. */
interface Setting<Value> {
  title: string;
  logged: AuditAction;
  describe: (value: Value) => string;
  form: z.ZodType<Value>;
  lead?: string;
  fields: { [Part in keyof Value]-?: SettingField };
}

const wholeNumber = (most: number) => {
  const problem = `Please enter a whole number from 0 to ${formatNumber(most)}.`;
  return z
    .string(problem)
    .trim()
    .regex(/^\d{1,6}$/, problem)
    .transform(Number)
    .refine((number) => number <= most, problem);
};

const LINK_LENGTH = 300;

/** Reads an https URL of one of the sites, without credentials; undefined for an empty field, null for anything else. */
const readLink =
  (sites: readonly string[]) =>
  (text = "") => {
    const written = cleanLine(text);
    if (!written) return undefined;
    const url = URL.canParse(written) ? new URL(written) : null;
    const isThere = sites.some((site) => url?.hostname === site || url?.hostname.endsWith(`.${site}`));
    const isPlain = isThere && url?.protocol === "https:" && !url.username && !url.password;
    return isPlain && url.href.length <= LINK_LENGTH ? url.href : null;
  };
const linkOf = (network: SocialNetwork) => {
  const sites = SOCIAL_SITES[network];
  const message = `Please enter an address that begins with https:// and is on ${sites[0]}.`;
  return z
    .string()
    .optional()
    .transform(readBy(readLink(sites), message));
};

const mapNetworks = <Of>(of: (network: SocialNetwork) => Of) =>
  Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, of(network)])) as Record<SocialNetwork, Of>;

export const OFFICE_SETTINGS: {
  [Name in SettingName]: Setting<SettingValues[Name]> & { stepUp: Name extends PlainSettingName ? false : true };
} = {
  approval: {
    title: "New plumbers",
    logged: "approvalSwitched",
    stepUp: true,
    describe: ({ approval }) => (approval === "on" ? "Listed once our office has approved them" : "Listed at once"),
    form: z.object({ approval: z.enum(["on", "off"], "Choice is required.") }),
    fields: {
      approval: {
        kind: "choice",
        label: "Who is listed?",
        choices: [
          ["on", "Our office approves new plumbers before they are listed"],
          ["off", "New plumbers are listed as soon as their email is verified; those who wait are listed at once"],
        ],
      },
    },
  },
  commission: {
    title: "Commission",
    logged: "commissionChanged",
    stepUp: true,
    describe: ({ percent }) => `${percent}%`,
    form: z.object({ percent: wholeNumber(50) }),
    lead: "What the company keeps of the money that it holds, in per cent. It counts for everything that is released from now on; payments in cash carry none.",
    fields: { percent: { kind: "number", label: "Per cent" } },
  },
  "fee-mode": {
    title: "Paying the visit fee with the request",
    logged: "feeModeChanged",
    stepUp: true,
    describe: ({ feeMode }) => (feeMode === "optional" ? "Clients can" : "Not possible"),
    form: z.object({ feeMode: z.enum(["none", "optional"], "Choice is required.") }),
    fields: {
      feeMode: {
        kind: "choice",
        label: "Can clients pay the visit fee with the request?",
        choices: [
          ["none", "No: a booking is paid once its price is agreed, or after the work"],
          ["optional", "Yes, if they want to: the money is held from then on"],
        ],
      },
    },
  },
  budgets: {
    title: "Messages to phones in a day",
    logged: "budgetsChanged",
    stepUp: true,
    describe: ({ whatsapp, sms }) => `${CHANNEL_NAMES.whatsapp}: ${whatsapp}; ${CHANNEL_NAMES.sms}: ${sms}`,
    form: z.object({ whatsapp: wholeNumber(100_000), sms: wholeNumber(100_000) }),
    lead: "Each costs money. Beyond these numbers push notifications and emails go on, and the office is told by email.",
    fields: {
      whatsapp: { kind: "number", label: CHANNEL_NAMES.whatsapp },
      sms: { kind: "number", label: CHANNEL_NAMES.sms },
    },
  },
  "text-answers": {
    title: "Booking by text message",
    logged: "textAnswersSwitched",
    stepUp: true,
    describe: ({ textAnswers }) => (textAnswers === "on" ? "Pombi answers" : "Our office answers"),
    form: z.object({ textAnswers: z.enum(["on", "off"], "Choice is required.") }),
    fields: {
      textAnswers: {
        kind: "choice",
        label: "Who answers text messages of new people?",
        choices: [
          ["off", "Our office: they are in the inbox"],
          [
            "on",
            `${brand.name}: it asks what is wrong, where and when, and sends the request. Each answer costs as much as two text messages`,
          ],
        ],
      },
    },
  },
  "email-frame": {
    title: "Greeting and closing of emails",
    logged: "emailFrameChanged",
    stepUp: false,
    describe: ({ greeting, closing }) => `${greeting} … ${closing || brand.name}`,
    form: emailFrameForm,
    fields: {
      greeting: {
        kind: "text",
        label: "Greeting",
        hint: "{name} is the reader's first name; where we don't know it, it is left out.",
        longest: GREETING_LENGTH,
      },
      closing: {
        kind: "text",
        label: "Closing",
        hint: "One plain line above the company's name, phone and email, which are always there.",
        longest: CLOSING_LENGTH,
        optional: true,
      },
    },
  },
  "quiet-hours": {
    title: "Quiet hours of new accounts",
    logged: "quietHoursChanged",
    stepUp: false,
    describe: ({ quiet, quietFrom, quietUntil }) =>
      quiet === "on" ? `${formatTime(quietFrom)} to ${formatTime(quietUntil)}` : "None",
    form: z
      .object(quietFields("Time is required."))
      .refine(isQuietSpan, NO_SPAN)
      .transform(({ quiet, quietFrom, quietUntil }): SettingValues["quiet-hours"] => ({
        quiet: quiet ?? "off",
        quietFrom,
        quietUntil,
      })),
    lead: "New accounts begin with these. Everyone changes their own, and nobody's are changed here.",
    fields: {
      quiet: { kind: "box", label: "Quiet hours" },
      quietFrom: { kind: "time", label: "From" },
      quietUntil: { kind: "time", label: "To" },
    },
  },
  "social-links": {
    title: "Social media",
    logged: "socialLinksChanged",
    stepUp: false,
    describe: (links) => Object.keys(links).join(", ") || "None",
    form: z
      .object(mapNetworks(linkOf))
      .transform((links): SocialLinks => Object.fromEntries(Object.entries(links).filter(([, url]) => url))),
    lead: "The company's own pages, shown under Social Media on every profile. Leave a field empty to show none.",
    fields: mapNetworks((label) => ({ kind: "link", label, longest: LINK_LENGTH, optional: true })),
  },
};

export const parseSettingName = (name: unknown): SettingName | null =>
  SETTING_NAMES.find((known) => known === name) ?? null;

export const isPlainSetting = (name: SettingName): name is PlainSettingName => !OFFICE_SETTINGS[name].stepUp;
