import * as z from "zod";
import { OPEN_ONLINE_STATUSES, PAYOUT_METHODS, ONLINE_METHODS } from "../app/db/money-words";
import { idField, newIdField, paidAmountField } from "../app/domain/values/fields";
import { formatMoney } from "../app/domain/values/money";
import { parsePhone } from "../app/domain/values/typed-phone";

// The rows that D1 lost when it was rewound (M16), without parameters: wrangler takes none. The log's entry comes first.

const text = (value: string | null) => (value === null ? "null" : `'${value.replaceAll("'", "''")}'`);
const NEW_ID = "lower(hex(randomblob(12)))";

interface Restoring {
  /** The email of an admin, without whom nothing is restored. */
  admin: string;
  now: number;
}

const entry = ({ admin, now }: Restoring, action: string, id: string, after: object, condition: string) =>
  `insert into audit_log (id, admin_id, action, subject_kind, subject_id, after, reason, at)
    select ${NEW_ID}, id, ${text(action)}, 'ledger', ${text(id)}, ${text(JSON.stringify(after))}, 'By the command', ${now} from users
    where email = ${text(admin)} and role = 'admin' and ${condition}`;

/** A payment as the provider's list has it: merchant's reference, job reference, dollars, method, phone (none: a card). */
export const lostPayment = z
  .tuple([
    newIdField("The merchant's reference has 24 letters and digits."),
    z.string().toUpperCase(),
    paidAmountField,
    z.enum(ONLINE_METHODS),
    z.string().transform(parsePhone).nullable().default(null),
  ])
  .transform(([id, booking, amount, method, phone]) => ({ id, booking, amount, method, phone }));

/**
 * Restores a payment that the provider has, as one whose answer got lost: only the provider's answer books it (M10).
 * Nothing happens while another payment of the booking is undecided. The last statement finds the payment.
 */
export function restorePayment(by: Restoring, { id, booking, amount, method, phone }: z.output<typeof lostPayment>) {
  const bookingId = `(select id from bookings where reference = ${text(booking)})`;
  return [
    entry(
      by,
      "paymentRestored",
      id,
      { booking, amount: formatMoney(amount) },
      `${bookingId} is not null and not exists (select 1 from online_payments where id = ${text(id)}
        or booking_id = ${bookingId} and status in (${OPEN_ONLINE_STATUSES.map(text).join(", ")}))`,
    ),
    `insert into online_payments (id, booking_id, client_id, amount, purpose, method, phone, status, created_at, updated_at, next_poll_at)
      select ${text(id)}, id, client_id, ${amount}, 'rest', ${text(method)}, ${text(phone)}, 'unknown', ${by.now}, ${by.now}, ${by.now}
      from bookings where reference = ${text(booking)}
        and exists (select 1 from audit_log where action = 'paymentRestored' and subject_id = ${text(id)} and at = ${by.now})
      on conflict do nothing`,
    `select id from online_payments where id = ${text(id)} and booking_id = ${bookingId}`,
  ];
}

const PART = /^(?<plumber>\w+)=(?<amount>[\d.]+)$/;

/** A payout as the bank's or EcoCash's list has it: its method, then `PLUMBER_ID=DOLLARS` for each plumber. */
export const lostPayout = z
  .tuple([z.enum(PAYOUT_METHODS)])
  .rest(
    z
      .string()
      .regex(PART, "Each plumber is PLUMBER_ID=DOLLARS.")
      .transform((typed) => PART.exec(typed)?.groups)
      .pipe(z.object({ plumber: idField(), amount: paidAmountField })),
  )
  .refine(([, ...parts]) => parts.length > 0, "Who was paid?")
  .refine(
    ([, ...parts]) => new Set(parts.map(({ plumber }) => plumber)).size === parts.length,
    "Name each plumber once, with the whole sum.",
  )
  .transform(([method, ...parts]) => ({ method, parts }));

/**
 * Restores a payout as a batch (`id`) whose file was taken: only the office's note that it was sent books it (M14). While
 * payouts are stopped, and up to what each plumber is owed. The last statement finds the batch.
 */
export function restorePayout(by: Restoring, id: string, { method, parts }: z.output<typeof lostPayout>) {
  const each = parts.map(({ plumber, amount }) => `select ${text(plumber)} as plumber_id, ${amount} as amount`);
  const wanted = `(${each.join(" union all ")}) as wanted`;
  return [
    entry(
      by,
      "payoutPrepared",
      id,
      { amount: formatMoney(parts.reduce((sum, { amount }) => sum + amount, 0)) },
      `exists (select 1 from settings where name = 'payoutsStopped')
        and (select count(*) from ${wanted} join ledger_balances as owed
          on owed.account = 'plumber:' || wanted.plumber_id and owed.amount >= wanted.amount
            and not exists (select 1 from payouts where plumber_id = wanted.plumber_id and status = 'prepared')) = ${parts.length}`,
    ),
    `insert into payout_batches (id, number, method, created_by, created_at, taken_at)
      select subject_id, (select coalesce(max(number), 0) + 1 from payout_batches), ${text(method)}, admin_id, at, at
      from audit_log where action = 'payoutPrepared' and subject_id = ${text(id)}`,
    `insert into payouts (id, batch_id, plumber_id, amount, method, number, bank, branch, holder, status, created_at)
      select ${NEW_ID},
        ${text(id)},
        wanted.plumber_id,
        wanted.amount,
        ${text(method)},
        coalesce(number, ''),
        bank,
        branch,
        coalesce(holder, ''),
        'prepared',
        ${by.now}
      from ${wanted} left join payout_details on payout_details.method = ${text(method)} and payout_details.id = (
        select id from payout_details as valid where valid.plumber_id = wanted.plumber_id and valid.valid_from <= ${by.now}
        order by valid_from desc, created_at desc limit 1)
      where exists (select 1 from payout_batches where id = ${text(id)})`,
    `select id from payout_batches where id = ${text(id)}`,
  ];
}
