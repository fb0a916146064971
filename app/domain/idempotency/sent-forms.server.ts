import { sql, type SQL } from "drizzle-orm";
import { insertWhere } from "~/db/client.server";
import { sentForms } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { DAY } from "../time/harare";

type FormContext = Pick<DomainContext, "db" | "now" | "formId">;

/** The condition that a form has not done its work before (C12): its page sends it again when the answer was lost. */
export const isNewForm = ({ formId }: Pick<DomainContext, "formId">): SQL =>
  sql`not exists (select 1 from sent_forms where id = ${formId})`;

/** The condition that it has: its first answer was lost. */
export const isRepeat = (context: Pick<DomainContext, "formId">): SQL => sql`not ${isNewForm(context)}`;

/** The statement that remembers a form for a day, where `condition` holds: in the batch of its work, after all of it. */
export const rememberForm = ({ db, now, formId }: FormContext, condition: SQL) =>
  formId === null
    ? null
    : insertWhere(db, sentForms, { id: formId, expiresAt: now + DAY }, condition, { onConflict: "nothing" });
