import * as z from "zod";

/** The company's part of held money, in per cent, until the office sets another (M12). */
export const USUAL_COMMISSION = 10;
export const MOST_COMMISSION = 50;

const PROBLEM = `Please enter a whole number from 0 to ${MOST_COMMISSION}.`;

export const commissionForm = z.object({
  percent: z
    .string(PROBLEM)
    .trim()
    .regex(/^\d{1,2}$/, PROBLEM)
    .transform(Number)
    .refine((percent) => percent <= MOST_COMMISSION, PROBLEM),
});
