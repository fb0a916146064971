import { sql, type SQL } from "drizzle-orm";
import { isOneOf } from "~/db/columns";
import type { Instant } from "../time/harare";
import { ONLINE_METHODS, onlineMethod } from "./online-method";
import { OPEN_ONLINE_STATUSES, timeToPay, WITHOUT_ANSWER } from "./online-payment";

/** The condition, over `online_payments`, that a payment is not decided yet. */
export const isUndecided = isOneOf(sql`status`, OPEN_ONLINE_STATUSES);

const timeOfMethod = sql.raw(
  `case method ${ONLINE_METHODS.map((method) => `when '${method}' then ${timeToPay(method)}`).join(" ")} end`,
);
const needAnswer = ONLINE_METHODS.filter((method) => onlineMethod(method).needsAnswer);

/** The condition, over `online_payments`, that the time to pay is over: `expiresAt` in SQL. */
export const isOverdue = (now: Instant): SQL => sql`coalesce(code_expires_at, created_at + iif(
  checkout_url is null and code is null and ${isOneOf(sql`method`, needAnswer)}, ${WITHOUT_ANSWER}, ${timeOfMethod})) <= ${now}`;
