import { initialOf } from "./text";

export const ROLES = ["client", "plumber", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The user that a signed token claims to be: enough to ask for data, not enough to show or change any. */
export interface SessionClaims {
  id: string;
  role: Role;
}

declare const confirmed: unique symbol;

/** A viewer whose session D1 has confirmed. Verbs that change something take no less. */
export interface AuthenticatedUser extends SessionClaims {
  readonly [confirmed]: true;
  firstName: string;
  lastName: string;
  /** Null: someone whom we know by their phone alone. */
  email: string | null;
  phone: string | null;
  photoKey: string | null;
  address: string | null;
  /** In all conversations (C6). */
  unreadMessages: number;
  /** The terms they accepted last (A20); null: none yet. */
  termsVersion: string | null;
  sessionHash: string;
  hasSecondFactor: boolean;
  /** When they last showed that it is them (A24); null: not in this session. */
  steppedUpAt: number | null;
}

/** Someone with a session: it takes an email. */
export interface SignedInUser extends AuthenticatedUser {
  email: string;
}

declare const steppedUp: unique symbol;

/** A user who has shown within 10 minutes that it is them (A24): what one stolen session must not do takes no less. */
export interface SteppedUpUser extends SignedInUser {
  readonly [steppedUp]: true;
}

/** The side of a booking that a role acts for: the office for a client who cannot (M6, N20). */
export const sideOf = (role: Role): "client" | "plumber" => (role === "plumber" ? "plumber" : "client");

/** A confirmed client or plumber: a side of its bookings, as the office is not. */
export type Side = AuthenticatedUser & { role: "client" | "plumber" };

export const isSide = (user: AuthenticatedUser): user is Side => user.role !== "admin";

export const isClient = (viewer: SessionClaims | null): boolean => viewer?.role === "client";

/** The hidden field with the user a form was made for (F10); no form filler knows its name. */
export const OWNER_FIELD = "for";

/** A short name of a user within a form, the same each time (FNV-1a): it tells people of one browser apart, and is no secret. */
export function ownerTag(userId: string): string {
  let hash = 0x811c9dc5;
  for (const letter of userId) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return (hash >>> 0).toString(36);
}

const DASHBOARDS = {
  client: "/client-dashboard",
  plumber: "/plumber-dashboard",
  admin: "/admin-dashboard",
} as const satisfies Record<Role, string>;

export const dashboardOf = (role: Role): string => DASHBOARDS[role];

export const settingsOf = (role: Role): string => `${DASHBOARDS[role]}/settings`;

/** The role in whose dashboard a path lies, in any letter case, or null. */
export function dashboardRoleOf(path: string): Role | null {
  const [, first = ""] = path.toLowerCase().split(/[/?#]/);
  return ROLES.find((role) => DASHBOARDS[role] === `/${first}`) ?? null;
}

/** Dashboards' pages carry the framework's script, all others do not (W10). */
export const isDashboardPath = (path: string): boolean => dashboardRoleOf(path) !== null;

export interface Named {
  firstName: string;
  lastName: string;
}

/** First and last name: wherever a user is named, both are shown (A14). */
export const fullName = (user: Named): string => `${user.firstName} ${user.lastName}`.trim();

/** First name and initial: how clients are named in public. */
export const publicName = (user: Named): string =>
  user.lastName ? `${user.firstName} ${initialOf(user.lastName)}.` : user.firstName;
