import * as z from "zod";
import { dateAt, timeAt, type Instant } from "~/domain/time/harare";

// Keys that several objects have, each group with the function that fills it.

export const idKeys = {
  _id: z.string().meta({ description: "The same as `id`." }),
  id: z.string(),
};
export const toIdKeys = (id: string) => ({ _id: id, id });

export const nameKeys = {
  name: z.string().meta({ description: "First name." }),
  username: z.string().meta({ description: "Last name." }),
};
export const toNameKeys = ({ firstName, lastName }: { firstName: string; lastName: string }) => ({
  name: firstName,
  username: lastName,
});

export const instant = z.string().meta({ format: "date-time", description: "An instant in UTC." });
export const toInstant = (at: Instant): string => new Date(at).toISOString();

export const appointmentKeys = {
  appointmentDate: z.string().meta({ format: "date", description: "The day in Harare." }),
  appointmentTime: z.string().meta({ description: "The time of day in Harare.", example: "10:30 am" }),
  startsAt: instant,
};
export const toAppointmentKeys = (startsAt: Instant) => ({
  appointmentDate: dateAt(startsAt),
  appointmentTime: timeAt(startsAt),
  startsAt: toInstant(startsAt),
});

export const jobKeys = {
  booking: z.string().meta({ description: "The booking's id." }),
  job: z.string().meta({ description: "The job reference, which people can read out.", example: "PB-7K3QF2" }),
};
