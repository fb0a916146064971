import { Form } from "@remix-run/react";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import type { MoneySection } from "./describe-money";
import type { MoneyButton } from "./money-points";
import { MoneyFacts } from "./money-facts";
import { QuoteLines } from "./quote-lines";
import { ReceiptLink } from "./receipt-link";

interface Props {
  money: MoneySection | null;
  /** The booking's page for this role. */
  page: string;
}

const PART = "grid gap-3 border-t border-line pt-4";

/** The money section of a booking's page: fee, quote, what is to be paid, was paid and is due, and what one can do. */
export function BookingMoneySection({ money, page }: Props) {
  if (!money) return null;
  return (
    <section id="money" className="card money grid scroll-mt-20 gap-4 p-4 sm:p-6">
      <h2>Money</h2>
      <MoneyFacts {...money} />
      {money.points.map(({ text, quote, buttons }) => (
        <div key={text} className={PART}>
          <p>{text}</p>
          {quote && <QuoteLines {...quote} />}
          <Buttons buttons={buttons} page={page} />
        </div>
      ))}
      {money.agreed && (
        <details className={PART}>
          <summary className="min-h-11 py-2 font-semibold">The agreed quote</summary>
          <QuoteLines {...money.agreed} />
        </details>
      )}
      {money.earlier.map(({ title, quote }, at) => (
        <details key={at} className={`${PART} print:hidden`}>
          <summary className="min-h-11 py-2 text-ink-2">{title}</summary>
          <QuoteLines {...quote} />
        </details>
      ))}
      {money.payments.length > 0 && (
        <ul className={PART}>
          {money.payments.map(({ id, text, receipts, voidable }) => (
            // What counts has a receipt; the rest is left off paper.
            <li
              key={id}
              className={`flex flex-wrap items-baseline justify-between gap-x-4 ${receipts.length === 0 ? "print:hidden" : ""}`}
            >
              {text}
              <span className="flex flex-wrap gap-x-4">
                {receipts.map((number) => (
                  <ReceiptLink key={number} number={number} />
                ))}
                {voidable !== null && (
                  <Link to={`${page}/money/void-receipt?receipt=${voidable}`} className="button-link print:hidden">
                    Void
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
        {money.pay && (
          <Link to={`${page}/pay`} className="button button-quiet">
            {money.pay}
          </Link>
        )}
        <Buttons buttons={money.rest} page={page} />
      </div>
    </section>
  );
}

const Buttons = ({ buttons, page }: { buttons: MoneyButton[]; page: string }) => (
  <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
    {buttons.map(({ action, label, busy, isQuiet, shown }) => {
      const to = action === "quote" ? `${page}/quote` : `${page}/money/${action}`;
      return shown ? (
        <Form key={action} method="post" action={to}>
          {Object.entries(shown).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton busy={busy} className={isQuiet ? "button-quiet" : ""}>
            {label}
          </SubmitButton>
        </Form>
      ) : (
        <Link key={action} to={to} className="button button-quiet" data-key={action === "decide" ? "m" : undefined}>
          {label}
        </Link>
      );
    })}
  </div>
);
