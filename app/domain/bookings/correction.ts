import type { CorrectedField, Corrections } from "~/db/schema";
import type { Instant } from "../time/harare";
import type { Role } from "../values/user";
import { type BookingStatus, isOpen, isToCome } from "./booking";

export type { CorrectedField, Corrections };

/** The facts that a form of corrections shows, as they are stored. */
export type CorrectableFacts = Partial<Record<CorrectedField, string | null>>;

/** The subjects of a correction, within a sentence: of the booking, or of a caller's account (B33, B34). */
const WORDS = {
  name: "the client's name",
  phone: "the client's phone",
  serviceType: "the service",
  street: "the street",
  suburb: "the suburb",
  city: "the city",
  notes: "the notes",
} satisfies Record<CorrectedField | "name" | "phone", string>;
export type CorrectedFact = keyof typeof WORDS;

/** The fields that each role may correct (B33), in the order of the form; a plumber corrects nothing. */
export const CORRECTABLE_FIELDS = {
  client: ["street", "suburb", "notes"],
  plumber: [],
  admin: ["serviceType", "street", "suburb", "city", "notes"],
} as const satisfies Record<Role, readonly CorrectedField[]>;

/** Tells if a role may correct a booking now (B33): the office an open one, its client one to come, until its start. */
export function canCorrect(
  { status, startsAt }: { status: BookingStatus; startsAt: Instant },
  role: Role,
  now: Instant,
): boolean {
  if (role === "admin") return isOpen(status);
  return role === "client" && isToCome(status) && startsAt > now;
}

/** The difference between two states of a booking's facts; empty: they are the same. */
export function changesBetween(before: CorrectableFacts, after: CorrectableFacts): Corrections {
  const fields = Object.keys(after) as CorrectedField[];
  const changed = fields.filter((field) => (before[field] ?? null) !== (after[field] ?? null));
  return Object.fromEntries(
    changed.map((field) => [field, { before: before[field] ?? null, after: after[field] ?? null }]),
  );
}

/** Names what was corrected: `the street, the suburb and the notes`. */
export function sayFacts(facts: readonly CorrectedFact[]): string {
  const words = facts.map((fact) => WORDS[fact]);
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

/** Says a correction after the actor's name (B11); null: its details went with the client's account (A18). */
export function sayCorrection(changes: Corrections | null): string {
  if (!changes) return "corrected the booking";
  const said = Object.entries(changes).map(([field, { before, after }]) => {
    const name = WORDS[field as CorrectedField];
    if (before === null && after === null) return name;
    if (after === null) return `${name}: removed “${before}”`;
    return before === null ? `${name}: “${after}”` : `${name}: “${before}” → “${after}”`;
  });
  return `corrected ${said.join("; ")}`;
}
