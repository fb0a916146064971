interface Limit {
  max: number;
  minutes: number;
}

/** Every limit of the product (L1). Many phones share one IP address here: those get wide limits, people narrow ones. */
export const LIMITS = {
  /** Failures, per email and IP address together. */
  signInPerUser: { max: 10, minutes: 15 },
  /** Failures of one IP address over all emails. */
  signInPerAddress: { max: 120, minutes: 1 },
  /** Failures per email and network in a day: the first ones count for themselves, so that others can't use them up. */
  signInPerNetwork: { max: 2, minutes: 24 * 60 },
  /** Failures of one email, over all networks that have failed more often, and over all others. */
  signInPerEmail: { max: 15, minutes: 15 },
  signInPerEmailElsewhere: { max: 15, minutes: 15 },
  /** Failures of a browser that has signed in with this email before (A13); the five above do not count it. */
  signInPerDevice: { max: 10, minutes: 15 },
  verificationPerLink: { max: 10, minutes: 15 },
  currentPasswordPerSession: { max: 10, minutes: 15 },
  /** Wrong codes of a second factor (A21), wherever they are given: three of a million are right. */
  secondFactorPerUser: { max: 10, minutes: 15 },
  secondFactorPerUserInADay: { max: 50, minutes: 24 * 60 },
  /** Challenges for passkeys; each can be signed once. */
  passkeyChallengePerAddress: { max: 200, minutes: 60 },
  registrationPerEmail: { max: 3, minutes: 60 },
  registrationPerAddress: { max: 50, minutes: 60 },
  accountEmailPerRecipient: { max: 3, minutes: 60 },
  accountEmailPerAddress: { max: 50, minutes: 60 },
  /** Answers to requests without signing in (N16). */
  answerPerAddress: { max: 50, minutes: 60 },
  phoneCodePerUser: { max: 10, minutes: 60 },
  phoneCodePerPhone: { max: 3, minutes: 60 },
  phoneCodePerAddress: { max: 50, minutes: 60 },
  /** Messages by WhatsApp that Pombi answers (Q5). */
  dialoguePerPhone: { max: 120, minutes: 60 },
  dialoguePerStranger: { max: 40, minutes: 24 * 60 },
  /** Messages of an unknown phone to the office. */
  enquiryPerPhone: { max: 30, minutes: 60 },
  bookingPerClient: { max: 10, minutes: 60 },
  /** Actions on a booking that can be taken back (N19): each fills its history, and tells the other side. */
  togglePerUserAndBooking: { max: 30, minutes: 60 },
  /** Online payments that a client starts (M10), and questions to the provider about one, by its payer or a result post. */
  onlinePaymentPerClient: { max: 20, minutes: 60 },
  checkPerOnlinePayment: { max: 60, minutes: 60 },
  contactPerSender: { max: 5, minutes: 60 },
  contactPerAddress: { max: 50, minutes: 60 },
  profilePerUser: { max: 30, minutes: 60 },
  /** Changes of where a plumber's money goes (M15): each is emailed. */
  payoutDetailsPerUser: { max: 5, minutes: 60 },
  draftPerAddress: { max: 50, minutes: 60 },
  /** Photos of jobs and messages by a user; of drafts by one draft, and by all behind an IP address. */
  photoPerUser: { max: 60, minutes: 60 },
  photoPerDraft: { max: 20, minutes: 60 },
  photoPerAddress: { max: 200, minutes: 60 },
  /** Questions of a client to plumbers before booking (C16). */
  questionPerClient: { max: 3, minutes: 24 * 60 },
  messagePerUser: { max: 30, minutes: 1 },
  pushDevicePerUser: { max: 20, minutes: 60 },
  pushTestPerUser: { max: 10, minutes: 60 },
  /** Each opens one socket, and a socket lasts 15 minutes. */
  socketTicketPerUser: { max: 60, minutes: 15 },
  /** Ways in that a user makes, whether they still exist or not: tokens and webhooks are emailed. */
  tokenPerUser: { max: 20, minutes: 24 * 60 },
  webhookPerUser: { max: 20, minutes: 24 * 60 },
  calendarLinkPerUser: { max: 20, minutes: 24 * 60 },
  callsPerToken: { max: 600, minutes: 10 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

export interface Counted {
  count: number;
  windowEndsAt: number;
  limit: LimitName;
}

/** The limits that hold. `onCounted` hears of each count: the API tells its callers what remains (X7). */
export type Limits = Readonly<Record<LimitName, Limit>> & { readonly onCounted?: (counted: Counted) => void };

/** Pending bookings a client may have at a time, in all and with one plumber (B9). */
export const PENDING_BOOKINGS_PER_CLIENT = 5;
export const PENDING_BOOKINGS_WITH_ONE_PLUMBER = 2;
/** Slots of one plumber on one day that requests of new clients may hold; further ones wait for the office (B8). */
export const HELD_FOR_NEW_CLIENTS_PER_DAY = 3;

/** Sockets a user may have open, on all pages and in all programs; the oldest gives way (C11). */
export const SOCKETS_PER_USER = 20;

/** The network of an IP address as limits count it: the /24 of IPv4, the /48 of IPv6, which one customer holds. */
export const networkOf = (clientAddress: string): string =>
  clientAddress.includes(":")
    ? clientAddress.split(":").slice(0, 3).join(":")
    : clientAddress.split(".").slice(0, 3).join(".");
