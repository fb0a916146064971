import { eq, sql, type SQL } from "drizzle-orm";
import { type Database, insertWhere } from "~/db/client.server";
import { bankReferences } from "~/db/schema";
import { asBankReference } from "./payout";

// One list over payouts, refunds and arrivals (M14): what the bank or EcoCash has done once is noted once,
// however its reference is typed.

/** The condition that no payout, refund or arrival has this reference. */
export const isFreeReference = (reference: string) =>
  sql`not exists (select 1 from bank_references where reference = ${asBankReference(reference)})`;

/** The statement that takes a reference, in the batch of what it stands for. */
export const takeReference = (db: Database, reference: string, recorded: SQL) =>
  insertWhere(db, bankReferences, { reference: asBankReference(reference) }, recorded);

/** The statement that frees the reference of what was noted by mistake: it can be noted again. */
export const freeReference = (db: Database, reference: string, recorded: SQL) =>
  db.delete(bankReferences).where(sql`reference = ${asBankReference(reference)} and ${recorded}`);

/** Selects the reference where it is taken. */
export const selectReference = (db: Database, reference: string) =>
  db
    .select({ reference: bankReferences.reference })
    .from(bankReferences)
    .where(eq(bankReferences.reference, asBankReference(reference)));
