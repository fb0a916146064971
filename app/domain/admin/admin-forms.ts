import { z } from "zod";
import { optionalLine } from "../values/text-fields";
import type { AccountAction } from "./user-summary";

const asked = { reason: optionalLine(300) };

/**
 * The form that confirms an account action (O6): an optional reason, and a tick before erasing, which can't be undone.
 */
export const accountActionForm = (action: AccountAction) =>
  action === "erase"
    ? z.object({ ...asked, sure: z.literal("on", "Please tick the box to erase the account.") })
    : z.object(asked);
