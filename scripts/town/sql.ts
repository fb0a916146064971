/** Adds one statement to the batch that fills the town. */
export type Run = (sql: string) => Promise<unknown>;

/** Begins a statement that goes over the numbers `i` of `n`, from 0. */
export const numbers = (count: number): string =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;

/** An SQL expression: the list's element at `index`, which begins again at its end. */
export const pick = (list: readonly (string | number)[], index: string): string =>
  `json_extract('${JSON.stringify(list).replaceAll("'", "''")}', '$[' || ((${index}) % ${list.length}) || ']')`;

/** An SQL expression: a whole number below `below` that looks like chance and is the same each time. */
export const spread = (number: string, below: number): string => `(((${number}) * 7919 + 104729) % 1000003 % ${below})`;

/**
 * A notice that went out, or failed, for each row of `rows`: SQL that selects a booking's id, the user it told, the channel,
 * its status, when it was sent and when seen, and a number.
 */
export const sendNotices = (run: Run, kind: string, rows: string) =>
  run(`insert into notices (id, kind, topic, cause_id, channel, recipient, user_id, booking_id, facts, subject, status, attempts, next_attempt_at, last_error, created_at, sent_at, delivered_at, seen_at)
    select told.id || '-${kind}-' || channel, '${kind}', 'requests', told.id, channel, case channel when 'push' then user || '-phone' when 'email' then email else phone end, user, told.id,
      iif(status = 'failed', '{"token":null}', null), 'About your booking', status, iif(status = 'failed', 6, 1), at, iif(status = 'failed', '550 No such mailbox (made up)', null), at,
      iif(status = 'sent', at + 2000, null), iif(status = 'sent' and number % 5, at + 60000, null), seen
    from (${rows}) as told join users on users.id = user`);
