import * as z from "zod";

export interface QuietHours {
  from: number;
  until: number;
}

export const QUIET_STEP = 30;

const minute = (message: string) =>
  z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((minute) => minute < 24 * 60 && minute % QUIET_STEP === 0, message);

export const quietFields = (message: string) => ({
  quiet: z.literal("on").optional(),
  quietFrom: minute(message),
  quietUntil: minute(message),
});

interface Answers {
  quiet?: "on" | undefined;
  quietFrom: number;
  quietUntil: number;
}

export const isQuietSpan = ({ quiet, quietFrom, quietUntil }: Answers) => !quiet || quietFrom !== quietUntil;
export const NO_SPAN = { path: ["quietUntil"], error: "Quiet hours can't begin and end at the same time." };

export const quietHoursOf = ({ quiet, quietFrom, quietUntil }: Answers): QuietHours | null =>
  quiet ? { from: quietFrom, until: quietUntil } : null;
