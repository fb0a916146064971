import { sql, type SQL } from "drizzle-orm";
import { isOneOf } from "~/db/columns";
import type { Instant } from "../time/harare";
import { NEED_ANSWER, ONLINE_METHODS, OPEN_ONLINE_STATUSES, TIME_TO_PAY, WITHOUT_ANSWER } from "./online-payment";

/** The condition, over `online_payments`, that a payment is not decided yet. */
export const isUndecided = isOneOf(sql`status`, OPEN_ONLINE_STATUSES);

const timeToPay = sql.raw(
  `case method ${ONLINE_METHODS.map((method) => `when '${method}' then ${TIME_TO_PAY[method]}`).join(" ")} end`,
);

/** The condition, over `online_payments`, that the time to pay is over: `expiresAt` in SQL. */
export const isOverdue = (now: Instant): SQL => sql`coalesce(code_expires_at, created_at + iif(
  checkout_url is null and code is null and ${isOneOf(sql`method`, NEED_ANSWER)}, ${WITHOUT_ANSWER}, ${timeToPay})) <= ${now}`;
