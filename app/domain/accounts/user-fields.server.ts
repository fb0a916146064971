import { sql } from "drizzle-orm";
import { columnsOf } from "~/db/client.server";
import type { AuthenticatedUser } from "../values/user";
import { users } from "~/db/schema";

export const accountAddress = sql<
  string | null
>`coalesce(${users.addressLine1} || ', ' || ${users.addressLine2}, ${users.addressLine1}, ${users.addressLine2})`;

export const userFields = {
  ...columnsOf(users, "id", "role", "firstName", "lastName", "email", "phone", "photoKey"),
  address: accountAddress.as("address"),
  unreadMessages: users.unreadMessages,
  termsVersion: users.termsVersion,
};

const NO_SESSION = { sessionHash: "", hasSecondFactor: false, steppedUpAt: null };

/** A user who has shown who they are without a session: by a program's token, or by writing from their verified phone. */
export const withoutSession = (
  user: Omit<AuthenticatedUser, keyof typeof NO_SESSION | "email" | symbol> & { email: string | null },
): AuthenticatedUser => ({ ...user, ...NO_SESSION }) as AuthenticatedUser;
