import * as z from "zod";
import { idOrNullField } from "../values/id-fields";
import { NO_DAY, NO_TIME, startFields, startOf } from "./start-fields";

const plumberField = idOrNullField("Please choose a plumber.");
const board = z.string().max(400).default("");

/**
 * A move on the board (O26): who gets the booking (empty: nobody) and when, and who had it when on the admin's page.
 */
export const moveForm = z
  .object({
    plumber: plumberField,
    ...startFields(NO_DAY, NO_TIME),
    from: plumberField,
    fromStart: z.coerce.number().int(),
    board,
  })
  .transform(startOf)
  .transform(({ plumber, startsAt, from, fromStart, board }) => ({
    plumberId: plumber,
    start: startsAt,
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
