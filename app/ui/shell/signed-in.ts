import type { Role } from "~/domain/values/user";

/** The signed-in user, as headers and menus show them. */
export interface SignedIn {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  photoKey: string | null;
  /** Whether they are asked to accept the terms that hold now (A20). */
  asksForTerms: boolean;
}
