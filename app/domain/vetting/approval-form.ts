import * as z from "zod";

/** The office's form: whether plumbers are approved before they are listed (O9). */
export const approvalForm = z.object({ approval: z.enum(["on", "off"], "Please choose one.") });
