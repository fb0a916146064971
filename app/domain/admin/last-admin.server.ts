import { sql } from "drizzle-orm";

/** The condition that somebody else is an admin too and can sign in: nobody may lock the desk from inside. */
export const isNotTheLastAdmin = (userId: string) =>
  sql`exists (select 1 from users as others where others.role = 'admin' and others.id <> ${userId} and others.suspended_at is null and others.email_verified_at is not null)`;
