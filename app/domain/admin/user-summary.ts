import type { Role } from "../values/user";
import type { Instant } from "../time/harare";

/** Somebody in the desk's lists. */
export interface PersonSummary {
  id: string;
  role: Role;
  name: string;
  username: string;
  email: string;
  phone: string | null;
  photoKey: string | null;
  createdAt: Instant;
  isVerified: boolean;
  isSuspended: boolean;
  /** A plumber's; null for others. */
  city: string | null;
}

/** The parts of the list of people. */
export const PEOPLE_FILTERS = ["all", "client", "plumber", "admin", "suspended", "look"] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];
export const parsePeopleFilter = (text: string | null): PeopleFilter =>
  PEOPLE_FILTERS.find((known) => known === text) ?? "all";

/** What an admin can do with an account. */
export const PERSON_DEEDS = ["suspend", "restore", "approve", "make-admin", "unmake-admin", "erase"] as const;
export type PersonDeed = (typeof PERSON_DEEDS)[number];

/** Which of it makes sense now, for the buttons of a page; every verb guards itself. */
export function deedsFor(
  person: PersonSummary & { awaitsApproval: boolean; isErased: boolean },
  adminId: string,
): PersonDeed[] {
  if (person.isErased) return [];
  const { role, isVerified, isSuspended } = person;
  const own = person.id === adminId;
  const can: Record<PersonDeed, boolean> = {
    suspend: !isSuspended && !own,
    restore: isSuspended,
    approve: person.awaitsApproval && isVerified,
    "make-admin": role !== "admin" && isVerified && !isSuspended,
    "unmake-admin": role === "admin",
    erase: role !== "admin",
  };
  return PERSON_DEEDS.filter((deed) => can[deed]);
}
