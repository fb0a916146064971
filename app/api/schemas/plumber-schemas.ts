import * as z from "zod";
import { JOB_LENGTHS, WEEKDAYS, type Availability } from "~/domain/time/availability";
import { formatTime } from "~/domain/time/harare";

/** For the plumber alone. */
export const hours = z
  .object({
    opensAt: z.string().meta({ description: "The first start of a day.", example: "10:00 am" }),
    closesAt: z
      .string()
      .meta({ description: "The end of the last half hour in which a job can start.", example: "9:00 pm" }),
    jobMinutes: z.literal(JOB_LENGTHS).meta({ description: "Time per job, in minutes." }),
    daysOff: z.array(z.enum(WEEKDAYS)),
    paused: z.boolean().meta({ description: "Whether the plumber is not taking new jobs." }),
  })
  .meta({ id: "Hours", description: "When a plumber takes jobs, in Harare." });

export const toHours = ({ opensAt, closesAt, jobMinutes, daysOff, paused }: Availability): z.output<typeof hours> => ({
  opensAt: formatTime(opensAt),
  closesAt: formatTime(closesAt),
  jobMinutes: hours.shape.jobMinutes.parse(jobMinutes),
  daysOff: WEEKDAYS.filter((_, at) => (daysOff & (1 << at)) !== 0),
  paused,
});

const rating = z.number().meta({ description: "The average with two decimals; 0 without reviews." });

/** For the plumber alone. */
export const plumberStats = z
  .object({
    totalJobs: z.int(),
    completedJobs: z.int(),
    completionRate: z.int().meta({ description: "Per cent." }),
    average: rating,
    count: z.int().meta({ description: "Reviews." }),
    awaitsApproval: z.boolean().meta({ description: "Whether our office has yet to approve the profile." }),
    weeks: z.array(
      z.object({
        monday: z.string().meta({ format: "date" }),
        requested: z.int(),
        confirmed: z.int(),
        completed: z.int(),
        calledOff: z.int().meta({ description: "Refused or cancelled, by either side." }),
        reviews: z.int(),
        average: rating,
      }),
    ),
  })
  .meta({ id: "PlumberStats", description: "A plumber's own figures." });
