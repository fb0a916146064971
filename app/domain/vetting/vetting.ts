import type { PlumberCheck, plumberProfiles } from "~/db/schema";
import { addDays, DAY, dateAt, formatDate, instantOf, type Instant, type LocalDate } from "../time/harare";

export const PAPERS_NOTE_LENGTH = 500;

export type { PlumberCheck };

export const CHECK_KINDS = ["identity", "certificate", "reference"] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export const CHECKS: Record<CheckKind, { name: string; seen: string; send: string; expires: boolean }> = {
  identity: {
    name: "Identity",
    seen: "We have seen a national ID, passport or driver's licence in this name.",
    send: "A photo of your national ID, passport or driver's licence.",
    expires: true,
  },
  certificate: {
    name: "Trade certificate",
    seen: "We have seen a trade certificate or licence in this name.",
    send: "A photo of your trade test certificate, journeyman card or licence.",
    expires: true,
  },
  reference: {
    name: "Reference",
    seen: "We have heard from someone this plumber has worked for.",
    send: "A photo of a reference letter, or, in the note below, the name and phone number of someone you've worked for.",
    expires: false,
  },
};

/** Gives the checks that hold at `now`, in order of kind: nothing else is shown of a plumber (D17). */
export const validChecks = (checks: readonly PlumberCheck[], now: Instant): PlumberCheck[] =>
  CHECK_KINDS.flatMap(
    (kind) => checks.find((check) => check.kind === kind && (check.expiresAt ?? Infinity) > now) ?? [],
  );

/** Names the kinds without a check that holds at `now`: `trade certificate, reference`. */
export function namesOfMissing(checks: readonly PlumberCheck[], now: Instant): string {
  const valid = validChecks(checks, now).map(({ kind }) => kind);
  const missing = CHECK_KINDS.filter((kind) => !valid.includes(kind));
  return missing.map((kind) => CHECKS[kind].name.toLowerCase()).join(", ");
}

export const endOfCheck = (lastDay: LocalDate): Instant => instantOf(addDays(lastDay, 1), 0);

export const lastDayOf = (expiresAt: Instant): LocalDate => dateAt(expiresAt - 1);

export const REMIND_DAYS = [30, 7] as const;

/** True once its plumber has been reminded that a check ends. */
export const endsSoon = ({ expiresAt }: { expiresAt: Instant | null }, now: Instant): boolean =>
  expiresAt !== null && expiresAt - now <= REMIND_DAYS[0] * DAY;

/** Gives the next step of a check, after `now`, and the reminder's days (0: it ends); null: none. */
export function nextStep(expiresAt: Instant | null, now: Instant) {
  if (expiresAt === null) return null;
  const steps = [...REMIND_DAYS, 0].map((days) => ({ at: expiresAt - days * DAY, days }));
  return steps.find(({ at }) => at > now) ?? null;
}

/** A day as stamps show it: `12 Nov 2026`. */
export const formatCheckDay = (date: LocalDate) => `${formatDate(date, "label")} ${date.slice(0, 4)}`;

/** Names checks in a line: `Identity (12 Nov 2026), Reference (3 Oct 2026)`. */
export const nameChecks = (checks: readonly PlumberCheck[]): string =>
  checks.map(({ kind, checkedAt }) => `${CHECKS[kind].name} (${formatCheckDay(dateAt(checkedAt))})`).join(", ");

export const VETTING_ACTIONS = ["approve", "ask-papers", "finish-papers", "refuse"] as const;
export type VettingAction = (typeof VETTING_ACTIONS)[number];

export const PAPER_DAYS = 30;
export const PAPERS_PER_KIND = 2;

/** The address of a paper's photo, where each view is logged (D21). */
export const paperUrl = (id: string): string => `/papers/${id}.webp`;

const STANDINGS = {
  refused: ["We can't list you yet.", "Once that has changed, send us your papers again and we'll take another look."],
  asked: ["Our office asks:", ""],
  waiting: [
    "Our office looks at your profile before clients can find you. We'll email you when they can.",
    "You don't need all your papers for that, but each one we've seen makes it easier to choose you.",
  ],
} as const;

type Vetted = Pick<typeof plumberProfiles.$inferSelect, "approval" | "officeWords">;

export interface Standing {
  isRefused: boolean;
  text: string;
  officeWords: string | null;
  next: string;
  link: string;
}

export interface Paper {
  id: string;
  kind: CheckKind;
  createdAt: Instant;
}

/** Describes a plumber's standing with our office (O9, D21); null where nothing is to be said. */
export function describeStanding({ approval, officeWords }: Vetted): Standing | null {
  if (approval === "approved" && !officeWords) return null;
  const standing = approval === "refused" ? approval : officeWords ? "asked" : "waiting";
  const [text, next] = STANDINGS[standing];
  const link = approval === "waiting" ? "Send your papers" : "Open your papers";
  return { isRefused: standing === "refused", text, officeWords, next, link };
}
