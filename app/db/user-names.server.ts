import { sql, type SQLWrapper } from "drizzle-orm";

interface NameColumns {
  firstName: SQLWrapper;
  lastName: SQLWrapper;
}

/** A joined user's first and last name (A14). */
export const nameIn = <Name extends string | null = string>({ firstName, lastName }: NameColumns) =>
  sql<Name>`${firstName} || ' ' || ${lastName}`;

/** A user's name by their id: an erased user must not stay named (A18). */
export const nameById = <Name extends string | null = string | null>(id: SQLWrapper) =>
  sql<Name>`(select first_name || ' ' || last_name from users where users.id = ${id})`;
