import type { Instant } from "../time/harare";

/** Every action that is logged, worded to go between the admin's name and the subject's (O1). */
export const AUDIT_ACTIONS = {
  bookingAssigned: "assigned the booking",
  bookingMade: "made the booking",
  bookingRescheduled: "changed the time of",
  bookingStarted: "started the job",
  bookingCompleted: "completed the job",
  bookingCancelled: "cancelled the booking",
  moneyDecided: "decided what is to be paid for the booking",
  receiptVoided: "voided a receipt of the booking",
  denialSettled: "took care of a denied payment of the booking",
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
  userErased: "erased the account of",
  plumberApproved: "approved the plumber",
  approvalSwitched: "changed whether plumbers are approved before they are listed",
  socialLinksChanged: "changed the company's social links",
  messageSent: "wrote a message to",
  reviewHidden: "hid a review of",
  reviewRestored: "restored a review of",
  reviewUnchanged: "kept a reported review of",
  enquiryAssigned: "assigned the message from",
  enquiryClosed: "closed the message from",
  enquiryReopened: "reopened the message from",
  enquiryAnswered: "emailed an answer to",
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
