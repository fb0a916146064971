import type { Channel, PhoneChannel, SentChannel, Topic } from "~/db/notice-channels";
import type { EmailTemplate, RenderedEmail } from "../email/email-template";
import { MINUTE, type Instant } from "../time/harare";
import type { ReceiptFile, Said } from "./said";
import type { notices } from "~/db/schema";
import type { Role } from "../values/user";

/** A notice in a line or two, without addresses and phone numbers: a locked phone shows it. */
export interface ShortNotice {
  title: string;
  body: string;
  /** Where a tap leads, from the origin on. */
  path: string;
  /** Shown notices of one tag replace one another: a booking's or conversation's id. */
  tag: string;
  /** The code that proves a phone (N15); in no other notice. */
  code?: string;
  /** The number of text messages that it may cost, one unless given. */
  texts?: 2;
  /** The answers to tap under it, on WhatsApp. */
  choices?: Pick<Said, "buttons" | "rows">;
  /** A photo of a job or a message, by its id, that WhatsApp shows with it. */
  photo?: string | null;
  /** A receipt that WhatsApp brings as a file. */
  receipt?: ReceiptFile | null;
}

export interface AddressedNotice extends ShortNotice {
  bookingId: string | null;
  reference: string | null;
}

export interface CallFor {
  to: "tell" | "ask" | "takeBack";
  words: string;
}

type Fact = string | number | boolean | null | undefined;

/** Facts are plain values, beside a booking: a person in them would bring email and phone. */
type Facts<Of> = { [Name in keyof Of]: Name extends "booking" ? object : Fact | readonly object[] };

/** The facts as the cause gives them and the row keeps them: of a booking its id and start, of a message none of its words. */
export type CauseFacts<Facts> = Facts extends { booking: unknown }
  ? Omit<Facts, "booking"> & { booking: { id: string; startsAt: Instant } }
  : Facts extends { preview: unknown }
    ? Omit<Facts, "preview">
    : Facts;

/**
 * Why a kind is never over: what was done to an account's access, or with money, is told whatever follows; what a person
 * wrote stays said; or it expires first.
 */
type Never = "never: access" | "never: money" | "never: words" | "never: expires";

/** The ways in which rows other than its booking's may say that a notice is over (`over-by-rows.server.ts`). */
const OVER_BY_ROWS = [
  "linkSpent",
  "codeReplaced",
  "phoneUsedAgain",
  "resetEnded",
  "read",
  "reviewHidden",
  "decidedAgain",
  "checkRenewed",
  "enquiryTaken",
  "photosAnswered",
  "disputeClosed",
  "paidSince",
  "paymentSettled",
  "refundNotDue",
  "refundReturned",
  "payoutReturned",
  "ledgerSound",
] as const;
export type OverByRows = (typeof OVER_BY_ROWS)[number];
export const isOverByRows = (isOver: unknown): isOver is OverByRows => OVER_BY_ROWS.some((one) => one === isOver);

// The ways to tell a notice on each channel. `email` and `short` are asked when it is sent, with the booking as it is
// then. Methods, so that all notices fit into one table: a kind's facts are those that its own causes have given.
interface Telling<Facts> {
  /** Absent: its table's. */
  topic?: Topic;
  /** `origin` is the configured one, without a slash at its end: links begin with it (N5). Absent: never by email. */
  email?(facts: Facts, origin: string, now: Instant): EmailTemplate;
  /** Absent: only by email. */
  short?(facts: Facts): ShortNotice;
  /** The channels that `short` is for; all, unless given. */
  shortOn?: readonly Channel[];
  /** Our office's reason to call a client without an email (N20): to tell, ask, or take back a call. Null: none. */
  call?(facts: CauseFacts<Facts>): CallFor | null;
  /** Goes out at once on every channel, whatever was chosen, in quiet hours too, and to phones without waiting to be seen. */
  isUrgent?: true;
  /** Evaluated when it is sent: one that would say something that is no longer so is dropped. Webhooks tell of events. */
  isOver: Never | OverByRows | { ask(facts: Facts, now: Instant): boolean }["ask"];
  /** From then on it is worth nothing; absent or null: never. */
  expiresAt?(facts: CauseFacts<Facts>, now: Instant): Instant | null;
}

export interface Notice<Facts> extends Telling<Facts> {
  topic: Topic;
  /** Its name in the table: with cause, channel and recipient it is sent once (N1). */
  kind: string;
}

/** The titles of kinds that are no words. */
const TITLES: Partial<Record<string, string>> = {
  bookingTransitioned: "Change of the booking",
  bookingMoney: "Money of the booking",
  jobStep: "News of the visit",
};

/** The title of a notice: its subject, or, until it has one, its kind in words. */
export const titleOf = ({ subject, kind }: { subject: string | null; kind: string }): string =>
  subject ??
  TITLES[kind] ??
  kind.charAt(0).toUpperCase() + kind.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Emails whose token opens an account: a failed one keeps no body, and is issued again, never sent again (N4). */
export const TOKEN_EMAILS = ["verification", "passwordReset", "accountOffered"] as const;
export type TokenEmail = (typeof TOKEN_EMAILS)[number];
export const isTokenEmail = (kind: string): kind is TokenEmail => (TOKEN_EMAILS as readonly string[]).includes(kind);

// A kind whose facts have a token says what happens when sending fails: it is one of `TOKEN_EMAILS`, or its token is as
// harmless later (an answer to one request, until its start) and the notice is sent again.
type OfToken<Kind, Facts> = Facts extends { token: string | null }
  ? { onFailure: Kind extends TokenEmail ? "issueAnew" : "sendAgain" }
  : { onFailure?: never };

/** The notices of a room, by kind. A kind without a text does not compile. Kinds are unique in the whole product. */
export const defineNotices = <Table extends { [Kind in keyof Table]: Facts<Table[Kind]> | null }>(
  topic: Topic,
  tellings: { [Kind in keyof Table]: Telling<Table[Kind]> & OfToken<Kind, Table[Kind]> },
) =>
  Object.fromEntries(
    Object.entries<Telling<never>>(tellings).map(([kind, one]) => [kind, { kind, topic, ...one }]),
  ) as { [Kind in keyof Table]: Notice<Table[Kind]> };

/** A sender claims a row for this long; another may take it only after. */
export const CLAIM = 5 * MINUTE;

/** The words of a notice for its channel: an email, or a line or two. */
export interface NoticeWords {
  email: RenderedEmail | null;
  short: AddressedNotice | null;
}

export interface QueuedNotice extends NoticeWords {
  id: string;
  kind: string;
  topic: Topic;
  channel: Channel;
  recipient: string;
  userId: string | null;
  /** From then on it is worth nothing; null: never. */
  expiresAt: Instant | null;
  createdAt: Instant;
}

/** Sends the notices of one channel. Throws a `DeliveryError` if the provider did not take one. */
export interface Sender {
  /** `signal` ends the wait for an answer. Returns the provider's id of what it took, where it has one. */
  send(notice: QueuedNotice, signal: AbortSignal): Promise<string | null>;
}

export type Senders = Partial<Record<SentChannel, Sender>>;

// The fate of a notice that the provider did not take (N3): so many milliseconds to wait, which uses up no attempt,
// "final", "drop" because its recipient is gone, which is no one's failure, or "retry" with growing gaps.
export type Verdict = number | "final" | "drop" | "retry";

/** Why a provider did not take a notice. `code`: its own; null where it gave none. */
export class DeliveryError extends Error {
  readonly verdict: Verdict;
  readonly code: string | null;

  constructor(message: string, verdict: Verdict, code: string | null = null) {
    super(message);
    this.verdict = verdict;
    this.code = code;
  }
}

/** Reads the words for a phone or a program. Throws a final `DeliveryError` for a notice that has nothing for them. */
export function readShortNotice({ short }: Pick<QueuedNotice, "short">): AddressedNotice {
  if (!short) throw new DeliveryError("It has no words for this channel.", "final");
  return short;
}

/** The link of a notice (N5): a booking's by its reference, which leads everyone to their own page; null: none. */
export function linkOf({ path, bookingId, reference }: AddressedNotice, origin: string): string | null {
  if (!path) return null;
  return origin + (reference && bookingId && path.endsWith(`/${bookingId}`) ? `/bookings/${reference}` : path);
}

/** The notices of each channel that costs money that go out in a day, unless the office has set another number (N18). */
export const DAILY_BUDGETS = { whatsapp: 500, sms: 200 } satisfies Record<PhoneChannel, number>;

/**
 * Shares of a channel's day: all notices, what any stranger can cause and costs, which has a fifth of it, and the answers to
 * strangers that cost nothing, which have as much again.
 */
export const BUDGET_SHARES = ["all", "strangers", "answers"] as const;
export type BudgetShare = (typeof BUDGET_SHARES)[number];

/** A notice about a booking, as the office sees that it was sent; `to` null: no account's. */
export interface NoticeOfBooking
  extends
    Pick<
      typeof notices.$inferSelect,
      "id" | "kind" | "channel" | "subject" | "status" | "nextAttemptAt" | "sentAt" | "deliveredAt"
    >,
    Pick<typeof notices.$inferSelect, "seenAt" | "lastError" | "createdAt"> {
  to: Role | null;
}
