import type { Instant } from "../time/harare";
import type { auditLog } from "~/db/schema";
import { formatMoney } from "../values/money";

/** Every action that is logged, worded to go between the admin's name and the subject's (O1). */
export const AUDIT_ACTIONS = {
  bookingAssigned: "assigned the booking",
  bookingMade: "made the booking",
  bookingRescheduled: "changed the time of",
  bookingStarted: "started the job",
  bookingCompleted: "completed the job",
  bookingCancelled: "cancelled the booking",
  moneyDecided: "decided what is to be paid for the booking",
  visitDecided: "decided about the missed visit of the booking",
  receiptVoided: "voided a receipt of the booking",
  moneyShared: "shared out the held money of the booking",
  commissionChanged: "changed the commission",
  payoutPrepared: "prepared the payout",
  payoutSent: "sent the payout",
  payoutCancelled: "cancelled the payout",
  payoutDownloaded: "downloaded the payout",
  payoutEmptied: "found no one left to pay, and cancelled the payout",
  payoutLeftOut: "left a part out of the payout",
  payoutReturned: "noted that a part came back of the payout",
  payoutsStopped: "stopped payouts",
  payoutsResumed: "let payouts go out again",
  paymentRestored: "restored the online payment",
  refundSent: "sent a refund for the booking",
  refundReturned: "took back that a refund was sent for the booking",
  arrivalNoted: "noted what the payment provider sent:",
  arrivalVoided: "voided what was noted of the payment provider:",
  paymentReviewed: "checked an online payment of the booking",
  disputeResolved: "marked a dispute about the booking as resolved",
  plumberReminded: "reminded the plumber of the booking",
  clientTold: "told the client on the phone about the booking",
  clientNotTold: "took back that they had told the client about the booking",
  clientNotReached: "could not reach by phone the client of the booking",
  spokeForClient: "spoke for the client of the booking",
  bookingCorrected: "corrected the booking",
  bookingRetitled: "changed the job's title",
  photoHidden: "hid a photo of",
  photoShown: "showed again a photo of",
  userSuspended: "suspended the account of",
  userRestored: "restored the account of",
  emailVerified: "verified by hand the email of",
  verificationResent: "sent the verification email again to",
  adminGranted: "made an admin of",
  adminRevoked: "took the admin role from",
  accountOffered: "emailed a link to claim their account to",
  consentRecorded: "recorded the consent of",
  consentEnded: "stopped the text messages to",
  secondFactorChanged: "changed the two-step sign-in of",
  factorResetStarted: "started to turn off the two-step sign-in of",
  factorResetStopped: "kept on the two-step sign-in of",
  factorReset: "turned off the two-step sign-in of",
  accountCorrected: "corrected the account of",
  userErased: "erased the account of",
  accountsMerged: "merged another account into",
  noteAdded: "wrote a note about",
  noteEdited: "changed a note about",
  noteDeleted: "deleted a note about",
  plumberApproved: "approved the plumber",
  papersAsked: "asked for more papers from",
  plumberRefused: "refused to list",
  papersSettled: "finished with the papers of",
  checkRecorded: "recorded a check of",
  checkRemoved: "removed a check of",
  paperViewed: "viewed a paper of",
  approvalSwitched: "changed whether plumbers are approved before they are listed",
  socialLinksChanged: "changed the company's social links",
  feeModeChanged: "changed whether the fee can be paid with the request",
  emailFrameChanged: "changed what emails begin and end with",
  quietHoursChanged: "changed the quiet hours of new accounts",
  textAnswersSwitched: "changed who answers text messages",
  budgetsChanged: "changed how many messages go to phones in a day",
  messageSent: "wrote a message to",
  conversationOpened: "opened a conversation of",
  reviewHidden: "hid a review of",
  reviewRestored: "unhid a review of",
  reviewShown: "checked and showed a review of",
  reviewUnchanged: "kept a reported review of",
  dialogueTaken: "took over the conversation by WhatsApp of",
  dialogueGivenBack: "gave back the conversation by WhatsApp of",
  enquiryAssigned: "assigned the message from",
  enquiryClosed: "closed the message from",
  enquiryReopened: "reopened the message from",
  enquiryAnswered: "answered",
  noticeResent: "sent a notice again to",
  dataExported: "exported",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const parseAuditAction = (name: string | null): AuditAction | null =>
  name !== null && Object.hasOwn(AUDIT_ACTIONS, name) ? (name as AuditAction) : null;

export type SubjectKind = (typeof auditLog.$inferSelect)["subjectKind"];

/** A change by field: never a secret or a message's text, users by id, money in cents (O1). */
export type Change = Record<string, string | number | boolean | null>;

const MONEY = ["amount", "refunded", "lost", "fee"];
/** Fields whose values are names of ours; any other value stays as somebody wrote it. */
const NAMED = ["outcome", "status", "event", "check", "paper", "because"];

function sayValue(name: string, value: Change[string]) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && MONEY.includes(name)) return formatMoney(value);
  if (typeof value === "string" && NAMED.includes(name)) return value.replaceAll("-", " ");
  return name === "percent" ? `${value}%` : (value ?? "–");
}

/** A field's name in words: `came back`. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Describes a change, before and after, without the fields that stayed the same; empty for none. */
export function describeChanges({ before, after }: { before: Change | null; after: Change | null }): string {
  return [...new Set([before, after].flatMap((change) => Object.keys(change ?? {})))]
    .filter((name) => !before || !after || before[name] !== after[name])
    .map((name) => `${inWords(name)}: ${sayStep(name, before?.[name], after?.[name])}`)
    .join(", ");
}

function sayStep(name: string, before: Change[string] | undefined, after: Change[string] | undefined): string {
  const [was, is] = [before, after].flatMap((value) => (value === undefined ? [] : [String(sayValue(name, value))]));
  if (was === undefined || is === undefined) return was ?? "–";
  // Of two times on one day the second needs no day.
  const [day, time] = is.split(/(?<=, )(?=[^,]*$)/);
  return `${was} → ${time && was.startsWith(day!) ? time : is}`;
}

/** An entry of the office's log (O1). */
export interface AuditEntry {
  id: string;
  at: Instant;
  action: AuditAction;
  /** The action, to go between the admin's name and the subject's. */
  words: string;
  adminName: string;
  subjectKind: SubjectKind;
  subjectId: string;
  /** Its name; null: it has none, or is gone. */
  subject: string | null;
  before: Change | null;
  after: Change | null;
  reason: string | null;
}
