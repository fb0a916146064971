import { sql } from "drizzle-orm";
import { users } from "~/db/schema";

/** Both lines of an account's address in one; null: neither is there. */
export const accountAddress = sql<
  string | null
>`coalesce(${users.addressLine1} || ', ' || ${users.addressLine2}, ${users.addressLine1}, ${users.addressLine2})`;
