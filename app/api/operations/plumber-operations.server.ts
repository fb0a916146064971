import * as z from "zod";
import { endCalendarFeed, renewCalendarFeed } from "~/domain/bookings/calendar/calendar-feed.server";
import { listWeekFigures } from "~/domain/plumbers/week-figures.server";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { hoursCall } from "~/domain/plumbers/hours-form";
import { findAvailability, setAvailability } from "~/domain/plumbers/hours.server";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { OPENING_HOURS } from "~/domain/time/availability";
import { formatTime } from "~/domain/time/harare";
import { done, made, operation, said } from "../operation";
import { hours, plumberStats, toHours } from "../schemas/plumber-schemas";

/** What every plumber has; throws on null. */
const mustHave = <Row>(row: Row | null): Row => {
  if (row === null) throw new Error("A plumber has no profile.");
  return row;
};

export const plumberOperations = [
  operation({
    id: "getHours",
    topic: "Plumbers",
    method: "GET",
    path: "/api/plumber/hours",
    summary: "When you take jobs",
    description: "The plumber's own hours.",
    caller: "plumber",
    scope: "read",
    response: hours,
    refusals: [],
    run: async ({ context, viewer }) => done(toHours(mustHave(await findAvailability(context.db, viewer.id)))),
  }),

  operation({
    id: "setHours",
    topic: "Plumbers",
    method: "PUT",
    path: "/api/plumber/hours",
    summary: "Change when you take jobs",
    description: `Within ${formatTime(OPENING_HOURS.opensAt)} and ${formatTime(OPENING_HOURS.closesAt)}. What is booked already stays.`,
    caller: "plumber",
    scope: "jobs",
    body: { as: "json", schema: hoursCall },
    response: hours,
    refusals: [],
    async run({ context, user, body }) {
      await setAvailability(context, await user, body);
      return done(toHours(body));
    },
  }),

  operation({
    id: "renewCalendar",
    topic: "Plumbers",
    method: "POST",
    path: "/api/plumber/calendar-feed",
    summary: "Create a calendar link",
    description: "A secret URL from which a calendar fetches your jobs. A new link replaces the old one.",
    caller: "plumber",
    scope: null,
    response: z
      .object({ address: z.string().meta({ format: "uri" }) })
      .meta({ id: "CalendarFeed", description: "Shown only once." }),
    keepsResponse: false,
    makes: "always",
    refusals: [],
    run: async ({ context, user }) =>
      made({ address: `${context.origin}/calendar/${await renewCalendarFeed(context, await user)}.ics` }),
  }),

  operation({
    id: "endCalendar",
    topic: "Plumbers",
    method: "DELETE",
    path: "/api/plumber/calendar-feed",
    summary: "Turn off the calendar link",
    description: "Doing it twice changes nothing.",
    caller: "plumber",
    scope: null,
    response: said,
    refusals: [],
    async run({ context, user }) {
      await endCalendarFeed(context, await user);
      return done({ message: "The calendar link is turned off." });
    },
  }),

  operation({
    id: "getStats",
    topic: "Plumbers",
    method: "GET",
    path: "/api/plumber/stats",
    summary: "A plumber's figures",
    description: "All jobs, and the last eight weeks, oldest first.",
    caller: "plumber",
    scope: "read",
    response: plumberStats,
    refusals: [],
    async run({ context, viewer }) {
      const [own, weeks] = await Promise.all([
        findOwnProfile(context.db, viewer.id),
        listWeekFigures(context.db, viewer.id, context.now),
      ]);
      const profile = mustHave(own);
      return done({
        totalJobs: profile.jobsTotal,
        completedJobs: profile.jobsCompleted,
        completionRate: completionRate(profile.jobsCompleted, profile.jobsTotal),
        average: Number(averageRating(profile) ?? 0),
        count: profile.ratingCount,
        awaitsApproval: profile.approval !== "approved",
        weeks: weeks.map(({ monday, requested, confirmed, completed, cancelled, reviews, ratingSum }) => ({
          monday,
          requested,
          confirmed,
          completed,
          calledOff: cancelled,
          reviews,
          average: Number(averageRating({ ratingSum, ratingCount: reviews }) ?? 0),
        })),
      });
    },
  }),
];
