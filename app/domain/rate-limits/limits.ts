/** At most `max` tries within `minutes` of the first one. */
export interface Limit {
  max: number;
  minutes: number;
}

/**
 * Every limit of the product (L1). Many phones share one address here, so addresses get wide
 * limits and people narrow ones.
 */
export const LIMITS = {
  /** Failures, per email and address together. */
  signInPerPerson: { max: 10, minutes: 15 },
  /** Failures of one email over all addresses: from then on each costs a wait, until there was none for so long (`growing-wait.server.ts`). */
  signInPerEmail: { max: 10, minutes: 15 },
  /** Failures of a browser that has signed in with this email before; the two above do not concern it. */
  signInPerDevice: { max: 10, minutes: 15 },
  /** Wrong passwords at one mailed link. */
  verificationPerLink: { max: 10, minutes: 15 },
  /** Wrong present passwords in one session. */
  presentPasswordPerSession: { max: 10, minutes: 15 },
  registrationPerEmail: { max: 3, minutes: 60 },
  registrationPerAddress: { max: 50, minutes: 60 },
  /** Links by mail: for a new password, or to verify an email. */
  accountEmailPerRecipient: { max: 3, minutes: 60 },
  accountEmailPerAddress: { max: 50, minutes: 60 },
  bookingPerClient: { max: 10, minutes: 60 },
  contactPerSender: { max: 5, minutes: 60 },
  contactPerAddress: { max: 50, minutes: 60 },
  profilePerPerson: { max: 30, minutes: 60 },
  messagePerPerson: { max: 30, minutes: 1 },
  /** Each opens one socket, and a socket lasts 15 minutes. */
  socketTicketPerPerson: { max: 60, minutes: 15 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** How often a limit was tried by now, and until when that counts (milliseconds since 1970). */
export interface Counted {
  limit: LimitName;
  count: number;
  windowEndsAt: number;
}

/** The limits that hold, and who is told of each count: the API's callers learn what remains to them. */
export type Limits = Readonly<Record<LimitName, Limit>> & { readonly onCounted?: (counted: Counted) => void };

/** Pending bookings that a client may have open at once, in all and with one plumber. */
export const PENDING_BOOKINGS_PER_CLIENT = 5;
export const PENDING_BOOKINGS_WITH_ONE_PLUMBER = 2;
/** Pending bookings by clients without a completed job that hold slots of one plumber on one day; further ones go to the desk. */
export const HELD_FOR_NEW_CLIENTS_PER_DAY = 3;

/** Sockets that are open for a user at once, on all pages and in all programs: beyond them the oldest goes. */
export const SOCKETS_PER_PERSON = 20;
