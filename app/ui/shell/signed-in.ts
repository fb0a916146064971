import type { Role } from "~/domain/values/user";

/** Who is signed in, as headers and menus name them. */
export interface SignedIn {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  photoKey: string | null;
}
