import * as z from "zod";
import { endCalendarFeed, renewCalendarFeed } from "~/domain/bookings/calendar/calendar-feed.server";
import { listWeekFigures } from "~/domain/plumbers/week-figures.server";
import { findOwnProfile, findAvailability, setAvailability } from "~/domain/plumbers/plumber-profiles.server";
import { hoursCall } from "~/domain/plumbers/hours-form";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { JOB_LENGTHS, OPENING_HOURS, WEEKDAYS } from "~/domain/time/availability";
import { formatTime } from "~/domain/time/harare";
import { done, mustExist, operation } from "../operation";
import { object, shown, timeOfDay } from "../schemas/kinds";

const hours = object("Hours", "When a plumber takes jobs, in Harare.", {
  opensAt: timeOfDay.meta({ description: "The first start of a day.", example: "10:00 am" }),
  closesAt: timeOfDay.meta({
    description: "The end of the last half hour in which a job can start.",
    example: "9:00 pm",
  }),
  jobMinutes: z.preprocess((minutes: number) => minutes, z.literal(JOB_LENGTHS)).describe("Time per job, in minutes."),
  daysOff: shown((bits: number) => WEEKDAYS.filter((_, at) => (bits & (1 << at)) !== 0), z.array(z.enum(WEEKDAYS))),
  paused: z.boolean().describe("Whether the plumber is not taking new jobs."),
});

const rating = z.number().describe("The average with two decimals; 0 without reviews.");

const plumberStats = object("PlumberStats", "A plumber's own figures.", {
  totalJobs: z.int(),
  completedJobs: z.int(),
  completionRate: z.int().describe("Per cent."),
  average: rating,
  count: z.int().describe("Reviews."),
  awaitsApproval: z.boolean().describe("Whether our office has yet to approve the profile."),
  weeks: z.array(
    z.object({
      monday: z.string().meta({ format: "date" }),
      requested: z.int(),
      confirmed: z.int(),
      completed: z.int(),
      calledOff: z.int().describe("Refused or cancelled, by either side."),
      reviews: z.int(),
      average: rating,
    }),
  ),
});

const averageOf = (figures: Parameters<typeof averageRating>[0]) => Number(averageRating(figures) ?? 0);

export const plumberOperations = {
  getHours: operation("GET /api/plumber/hours", {
    by: ["plumber", "read"],
    summary: "When you take jobs",
    description: "The plumber's own hours.",
    response: hours,
    run: async ({ context, viewer }) => done(mustExist(await findAvailability(context.db, viewer.id))),
  }),

  setHours: operation("PUT /api/plumber/hours", {
    by: ["plumber", "jobs"],
    summary: "Change when you take jobs",
    description: `Within ${formatTime(OPENING_HOURS.opensAt)} and ${formatTime(OPENING_HOURS.closesAt)}. What is booked already stays.`,
    body: hoursCall,
    response: hours,
    async run({ context, user, body }) {
      await setAvailability(context, await user, body);
      return done(body);
    },
  }),

  renewCalendar: operation("POST /api/plumber/calendar-feed", {
    by: ["plumber", null],
    summary: "Create a calendar link",
    description: "A secret URL from which a calendar fetches your jobs. A new link replaces the old one.",
    response: object("CalendarFeed", "Shown only once.", { address: z.string().meta({ format: "uri" }) }),
    keepsResponse: false,
    makes: "always",
    run: async ({ context, user }) =>
      done({ address: `${context.origin}/calendar/${await renewCalendarFeed(context, await user)}.ics` }),
  }),

  endCalendar: operation("DELETE /api/plumber/calendar-feed", {
    by: ["plumber", null],
    summary: "Turn off the calendar link",
    description: "Doing it twice changes nothing.",
    async run({ context, user }) {
      await endCalendarFeed(context, await user);
      return done({ message: "The calendar link is turned off." });
    },
  }),

  getStats: operation("GET /api/plumber/stats", {
    by: ["plumber", "read"],
    summary: "A plumber's figures",
    description: "All jobs, and the last eight weeks, oldest first.",
    response: plumberStats,
    async run({ context, viewer }) {
      const [own, weeks] = await Promise.all([
        findOwnProfile(context.db, viewer.id),
        listWeekFigures(context.db, viewer.id, context.now),
      ]);
      const profile = mustExist(own);
      return done({
        totalJobs: profile.jobsTotal,
        completedJobs: profile.jobsCompleted,
        completionRate: completionRate(profile.jobsCompleted, profile.jobsTotal),
        average: averageOf(profile),
        count: profile.ratingCount,
        awaitsApproval: profile.approval !== "approved",
        weeks: weeks.map((week) => ({
          ...week,
          calledOff: week.cancelled,
          average: averageOf({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
        })),
      });
    },
  }),
};
