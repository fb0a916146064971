import * as z from "zod";

const LENGTH = 40;

/** An id of something: whether it exists for the sender, its query says. */
export const idField = (missing?: string, wrong?: string) => z.string(missing).min(1, missing).max(LENGTH, wrong);

/** An id, or null: nobody is chosen. */
export const idOrNullField = (missing?: string) =>
  z
    .string(missing)
    .max(LENGTH)
    .transform((id) => id || null);

/** An id that a page made for what its form records: sent twice, it is recorded once. */
export const newIdField = (wrong?: string) => z.string().regex(/^[a-z0-9]{24}$/, wrong);
