import { sql, type SQL } from "drizzle-orm";
import { insertWhere, isTrue } from "~/db/client.server";
import { sentForms } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { DAY } from "../time/harare";

type FormContext = Pick<DomainContext, "db" | "now" | "formId">;

/** The condition that a form has not done its work before (C12): its page sends it again when the answer was lost. */
export const isNewForm = ({ formId }: Pick<DomainContext, "formId">): SQL =>
  sql`not exists (select 1 from sent_forms where id = ${formId})`;

/** Tells if a form has done its work before: what it asks for is refused by now. */
export const wasSent = (context: FormContext): Promise<boolean> => isTrue(context.db, sql`not ${isNewForm(context)}`);

/** The statement that remembers a form for a day, where `condition` holds: in the batch of its work, after all of it. */
export const rememberForm = ({ db, now, formId }: FormContext, condition: SQL) =>
  formId === null
    ? null
    : insertWhere(db, sentForms, { id: formId, expiresAt: now + DAY }, condition, { onConflict: "nothing" });
