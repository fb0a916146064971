import * as z from "zod";
import { dateField, timeField } from "./booking-forms";
import { instantOf } from "../time/harare";

const plumberField = z
  .string({ error: "Please choose a plumber." })
  .max(40)
  .transform((id) => id || null);
const board = z.string().max(400).default("");

/**
 * A move on the board (O26): who gets the booking (empty: nobody) and when, and who had it when on the admin's page.
 */
export const moveForm = z
  .object({
    plumber: plumberField,
    appointmentDate: dateField("Please select a day."),
    appointmentTime: timeField("Please choose a time."),
    from: plumberField,
    fromStart: z.coerce.number().int(),
    board,
  })
  .transform(({ plumber, appointmentDate, appointmentTime, from, fromStart, board }) => ({
    plumberId: plumber,
    start: instantOf(appointmentDate, appointmentTime),
    shown: { plumberId: from, startsAt: fromStart },
    board,
  }));

/** Takes back a move: where the page shows the booking, and since when. */
export const undoForm = z
  .object({
    plumber: plumberField,
    start: z.coerce.number().int(),
    at: z.coerce.number().int(),
    board,
  })
  .transform(({ plumber, start, at, board }) => ({
    shown: { plumberId: plumber, startsAt: start },
    at,
    board,
  }));
