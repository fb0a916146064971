import type { Instant } from "../time/harare";

/** Everything that an admin can do at the desk, in the words of its log. */
export const AUDIT_ACTIONS = {
  bookingAssigned: "gave the booking to a plumber",
  bookingStarted: "set the job in progress",
  bookingCompleted: "completed the job",
  bookingCancelled: "cancelled the booking",
  bookingRetitled: "changed the job's title",
  userSuspended: "suspended the account",
  userRestored: "restored the account",
  emailVerified: "verified the email by hand",
  verificationResent: "had the verification mail sent again",
  adminGranted: "made an admin of",
  adminRevoked: "took the admin's role from",
  userErased: "erased the account",
  plumberApproved: "approved the plumber",
  approvalSwitched: "changed whether plumbers are approved before listing",
  socialLinksChanged: "changed the company's social links",
  messageSent: "wrote a message to",
  reviewHidden: "hid the review of",
  reviewRestored: "showed again the review of",
  reviewKept: "left as it is the reported review of",
  enquiryAssigned: "gave the message to an admin",
  enquiryClosed: "marked the message as done",
  enquiryReopened: "opened the message again",
  enquiryAnswered: "answered the message by mail",
  emailResent: "had a mail sent again to",
  dataExported: "exported",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export type SubjectKind = "booking" | "user" | "registration" | "review" | "enquiry" | "email" | "setting" | "export";

/** What has changed, by name: never a secret, never the words of a message. */
export type Change = Record<string, string | number | boolean | null>;

/** A line of the log. */
export interface AuditEntry {
  id: string;
  action: AuditAction;
  /** What was done, in words. */
  words: string;
  adminName: string;
  subjectKind: SubjectKind;
  subjectId: string;
  /** How people call the subject: a name or a reference; null where it has none. */
  subject: string | null;
  before: Change | null;
  after: Change | null;
  reason: string | null;
  at: Instant;
}
