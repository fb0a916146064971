import * as z from "zod";
import type { personalTokens } from "~/db/schema";
import { NAME_LENGTH } from "../values/text";
import { line } from "../values/fields";
import type { Role } from "../values/user";

export const TOKEN_PREFIX = "pombi_";

/** The scopes of a personal token (X12): read, ask for and change bookings, write messages, do a plumber's jobs. */
export const SCOPES = ["read", "book", "messages", "jobs"] as const;
export type Scope = (typeof SCOPES)[number];

/** `lastUsedAt`: to the hour; null: never. */
export type PersonalToken = Pick<typeof personalTokens.$inferSelect, "id" | "name" | "createdAt" | "lastUsedAt"> & {
  scopes: Scope[];
};

/** The scopes that are of use to each role; admins have no tokens. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  client: ["read", "book", "messages"],
  plumber: ["read", "jobs", "messages"],
  admin: [],
};

export const personalTokenForm = z.object({
  name: line("Name is required.", NAME_LENGTH),
  scopes: z
    .array(z.enum(SCOPES), "At least one choice is required.")
    .min(1, "At least one choice is required.")
    .max(10),
});
export type PersonalTokenForm = z.output<typeof personalTokenForm>;
