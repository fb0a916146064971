import type { Instant } from "../time/harare";

/** Every action that is logged, worded to go between the admin's name and the subject's (O1). */
export const AUDIT_ACTIONS = {
  bookingAssigned: "assigned the booking",
  bookingStarted: "set the job in progress",
  bookingCompleted: "completed the job",
  bookingCancelled: "cancelled the booking",
  bookingRetitled: "changed the job's title",
  userSuspended: "suspended the account",
  userRestored: "restored the account",
  emailVerified: "verified the email by hand",
  verificationResent: "sent the verification email again to",
  adminGranted: "made an admin of",
  adminRevoked: "took the admin role from",
  userErased: "erased the account",
  plumberApproved: "approved the plumber",
  approvalSwitched: "changed whether plumbers are approved before they are listed",
  socialLinksChanged: "changed the company's social links",
  messageSent: "wrote a message to",
  reviewHidden: "hid the review of",
  reviewRestored: "restored the review of",
  reviewUnchanged: "kept the reported review of",
  enquiryAssigned: "assigned the message to an admin",
  enquiryClosed: "closed the message",
  enquiryReopened: "reopened the message",
  enquiryAnswered: "answered the message by email",
  emailResent: "sent an email again to",
  dataExported: "exported",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export type SubjectKind = "booking" | "user" | "registration" | "review" | "enquiry" | "email" | "setting" | "export";

/** What has changed, by field: never a secret or a message's text, and users by id (O1). */
export type Change = Record<string, string | number | boolean | null>;

/** An entry of the log as the office sees it. */
export interface AuditEntry {
  id: string;
  action: AuditAction;
  /** The action in words. */
  words: string;
  adminName: string;
  subjectKind: SubjectKind;
  subjectId: string;
  /** The subject by name or reference; null where it has neither. */
  subject: string | null;
  before: Change | null;
  after: Change | null;
  reason: string | null;
  at: Instant;
}
