import * as z from "zod";
import { idOrNullField } from "../values/fields";
import { NO_DAY, NO_TIME, startFields, startOf } from "./start-fields";

const plumberField = idOrNullField("Please choose a plumber.");

/**
 * A move on the board (O26): who gets the booking (empty: nobody) and when, and who had it when on the admin's page.
 */
export const moveForm = z
  .object({
    plumber: plumberField,
    ...startFields(NO_DAY, NO_TIME),
    from: plumberField,
    fromStart: z.coerce.number().int(),
    /** The query of the board that it came from. */
    board: z.string().max(400).default(""),
    /** Whether the page is being left: nobody sees its answer there. */
    isLeft: z.coerce.boolean().default(false),
  })
  .transform(startOf)
  .transform(({ plumber, startsAt, from, fromStart, board, isLeft }) => ({
    plumberId: plumber,
    start: startsAt,
    shown: { plumberId: from, startsAt: fromStart },
    board,
    isLeft,
  }));
