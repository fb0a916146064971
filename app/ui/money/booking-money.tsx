import {
  acceptedQuote,
  availableMoneyActions,
  openPayment,
  openQuote,
  sideOf,
  unsettledPart,
  type BookingMoney,
  type MoneyAction,
} from "~/domain/money/booking-money";
import { dateAt, formatDate, formatDay, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import type { Role } from "~/domain/values/user";
import { Link } from "../shell/link";
import { MoneyFacts } from "./money-facts";
import { MoneyButton, MoneyLink } from "./money-form";
import { METHOD_WORDS } from "./money-labels";
import { QuoteLines } from "./quote-lines";
import { ReceiptLink } from "./receipt-link";

interface Props {
  money: BookingMoney;
  role: Role;
  /** The booking's page for this role. */
  page: string;
  now: Instant;
}

interface Part extends Props {
  actions: MoneyAction[];
}

/** The money section of a booking's page: fee, quote, what is to be paid, was paid and is due, and what one can do. */
export function BookingMoneySection(props: Props) {
  const { money, role, page, now } = props;
  if (money.plumber === null) return null;
  const part: Part = { ...props, actions: availableMoneyActions(money, role, now) };
  const rest = part.actions.filter((action) => ["quote", "decide", "record-payment", "void-receipt"].includes(action));
  return (
    <section className="card grid gap-5 p-4 sm:p-6">
      <h2>Money</h2>
      <MoneyFacts money={money} />
      <FinalQuestion {...part} />
      <OpenQuote {...part} />
      <AgreedQuote {...part} />
      <OpenPayment {...part} />
      <Payments {...part} />
      {rest.length > 0 && (
        <p className="flex flex-wrap gap-3 print:hidden">
          {rest.map((action) => (
            <MoneyLink key={action} action={action} page={page}>
              {action === "quote" && money.quotes.length > 0 ? "Write a new quote" : null}
            </MoneyLink>
          ))}
        </p>
      )}
    </section>
  );
}

/** The client's question about a final amount above the agreed one (M3), or how it stands. */
function FinalQuestion({ money, role, page, actions }: Part) {
  const more = unsettledPart(money);
  if (more === 0 || money.finalAmount === null) return null;
  const shown = { amount: money.finalAmount };
  const isDisputed = money.finalAnswer === "disputed";
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p>
        {role === "client" ? `${money.plumber} asks for` : role === "plumber" ? "You ask for" : "The plumber asks for"}{" "}
        <b>{formatMoney(money.finalAmount)}</b>, {formatMoney(more)} more than agreed.{" "}
        {isDisputed
          ? "The client doesn't agree. Our office will decide."
          : role !== "client" && `${money.client} hasn't agreed yet.`}
      </p>
      {actions.includes("agree-final") && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <MoneyButton action="agree-final" page={page} shown={shown} className={isDisputed ? "button-quiet" : ""} />
          {actions.includes("dispute-final") && <MoneyLink action="dispute-final" page={page} />}
        </div>
      )}
    </div>
  );
}

function OpenQuote({ money, role, page, now, actions }: Part) {
  const quote = openQuote(money);
  if (!quote) return null;
  const isOver = quote.validUntil < now;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3>
        {role === "plumber" ? "Your quote" : `Quote from ${money.plumber}`}
        {quote.version > 1 && `, version ${quote.version}`}
      </h3>
      <QuoteLines lines={quote.lines} total={quote.total} />
      {quote.note && <p className="whitespace-pre-line text-ink-2">{quote.note}</p>}
      <p className="text-sm text-ink-3">
        {isOver ? "Its time is over: it held until" : "Holds until"} {formatDate(dateAt(quote.validUntil))}.
        {role !== "client" && !isOver && ` Waiting for ${money.client}.`}
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        {actions.includes("accept-quote") && (
          <MoneyButton action="accept-quote" page={page} shown={{ version: quote.version }} />
        )}
        {actions.includes("decline-quote") && <MoneyLink action="decline-quote" page={page} />}
      </div>
    </div>
  );
}

function AgreedQuote({ money }: Part) {
  const quote = acceptedQuote(money);
  if (!quote) return null;
  return (
    <details className="border-t border-line pt-4">
      <summary className="cursor-pointer font-semibold">The agreed quote</summary>
      <div className="grid gap-2 pt-2">
        <QuoteLines lines={quote.lines} total={quote.total} />
        {quote.note && <p className="whitespace-pre-line text-ink-2">{quote.note}</p>}
      </div>
    </details>
  );
}

/** The record that waits for an answer (M6). */
function OpenPayment({ money, role, page, actions }: Part) {
  const payment = openPayment(money);
  if (!payment) return null;
  const by = { client: money.client, plumber: money.plumber, admin: "Our office" }[payment.recordedBy];
  const isOwn = sideOf(payment.recordedBy) === sideOf(role);
  const what = `${formatMoney(payment.amount)} was paid ${METHOD_WORDS[payment.method]}`;
  const other = sideOf(payment.recordedBy) === "client" ? money.plumber : money.client;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p>
        {payment.recordedBy === role ? "You" : by} recorded that <b>{what}</b> ({formatDay(payment.recordedAt)}).{" "}
        {isOwn ? `Waiting for ${other} to confirm it.` : actions.includes("confirm-payment") && "Is that so?"}
      </p>
      {actions.includes("confirm-payment") && (
        <div className="flex flex-wrap gap-3 print:hidden">
          <MoneyButton action="confirm-payment" page={page} shown={{ payment: payment.id }} />
          <MoneyLink action="deny-payment" page={page} />
        </div>
      )}
    </div>
  );
}

function Payments({ money, role, page }: Part) {
  const answered = money.payments.filter(({ status }) => status !== "open");
  if (answered.length === 0) return null;
  return (
    <ul className="grid gap-2 border-t border-line pt-4">
      {answered.map(({ id, amount, method, status, recordedAt, receipt, voidedBy }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            <b className="tabular-nums">{formatMoney(amount)}</b> {METHOD_WORDS[method]}, {formatDay(recordedAt)}
            {status === "denied" && <span className="text-danger"> (denied)</span>}
            {status === "voided" && <span className="text-danger"> (void)</span>}
          </span>
          <span className="flex flex-wrap gap-x-4">
            {receipt !== null && <ReceiptLink number={receipt} />}
            {voidedBy !== null && <ReceiptLink number={voidedBy} />}
            {role === "admin" && status === "confirmed" && receipt !== null && (
              <Link
                to={`${page}/money/void-receipt?receipt=${receipt}`}
                className="button-link print:hidden"
                preventScrollReset
              >
                Void
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
