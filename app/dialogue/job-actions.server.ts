import type { JobActions } from "./job-action.server";
import { MONEY_ACTIONS } from "./money-actions.server";
import { RECORD_ACTIONS } from "./record-actions.server";
import { VISIT_ACTIONS } from "./visit-actions.server";

/** Everything that a side can do with a job by WhatsApp. */
export const JOB_ACTIONS: JobActions = { ...VISIT_ACTIONS, ...MONEY_ACTIONS, ...RECORD_ACTIONS };
