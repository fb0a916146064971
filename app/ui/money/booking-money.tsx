import type { NextStep, StepAction } from "~/domain/bookings/next-step/step-facts";
import { ButtonLink, Link, QuietLink, SubmitButton } from "../shell/elements";
import type { MoneySection } from "./describe-money";
import type { MoneyButton, OpenPoint } from "./money-labels";
import { MoneyFacts, QuoteLines, ReceiptLink } from "./money-facts";
import type { HeldSection } from "./describe-held";
import { StepWords } from "../bookings/next-step";
import { Form } from "~/ui/forms/owned-form";

const BUTTONS = "flex flex-wrap gap-3 empty:hidden print:hidden";
const PART = "grid gap-3 border-t border-line pt-4";

interface Props {
  money: MoneySection | null;
  /** The point that the page shows above its buttons, and not again here. */
  asked: OpenPoint | null;
  page: string;
}

export function BookingMoneySection({ money, asked, page }: Props) {
  if (!money) return null;
  return (
    <section className={`card ${money.agreed && money.agreed.lines.length > 5 ? "long" : ""} grid gap-4 p-4 sm:p-6`}>
      <h2>Money</h2>
      <MoneyFacts {...money} />
      {money.how && <p className="text-ink-2 print:hidden">{money.how}</p>}
      {money.points.map(
        (point) =>
          point !== asked && (
            <div key={point.text} className={PART}>
              <p>{point.text}</p>
              {point.quote && <QuoteLines {...point.quote} />}
              <div className={BUTTONS}>
                <MoneyButtons buttons={point.buttons} page={page} />
              </div>
            </div>
          ),
      )}
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
            // Payments without a receipt don't count, and aren't printed.
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
      <div className={BUTTONS}>
        {money.pay && (
          <ButtonLink
            to={`${page}/pay`}
            className={asked?.step === OPEN_QUESTION ? "" : "button-quiet"}
            label={money.pay}
          />
        )}
        <MoneyButtons buttons={money.rest} page={page} />
      </div>
    </section>
  );
}

interface MoneyButtonsProps {
  buttons: MoneyButton[];
  page: string;
  isAsked?: boolean;
}

/** More than was agreed is the client's to accept: neither answer is primary, but what is due anyway. */
const OPEN_QUESTION: StepAction = "answer-final";

/** The buttons of a point; where the page asks for the answer (`isAsked`), the first is primary. */
const MoneyButtons = ({ buttons, page, isAsked = false }: MoneyButtonsProps) => (
  <>
    {buttons.map(({ action, label, busy, shown }, at) => {
      const className = isAsked && at === 0 ? "" : "button-quiet";
      const to = action === "quote" ? `${page}/quote` : `${page}/money/${action}`;
      return shown ? (
        <Form key={action} method="post" action={to}>
          {Object.entries(shown).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton busy={busy} className={className} label={label} />
        </Form>
      ) : (
        <Link key={action} to={to} className={`button ${className}`} data-key={action === "decide" ? "m" : undefined}>
          {label}
        </Link>
      );
    })}
  </>
);

export const HeldMoneySection = ({ held, page }: { held: HeldSection | null; page: string }) =>
  held && (
    <section className="card grid gap-3 p-4 sm:p-6">
      <h2>Money paid online</h2>
      {held.lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
      {held.canRelease && (
        <QuietLink to={`${page}/release`} className="justify-self-start print:hidden" label="Release the money now" />
      )}
    </section>
  );

/** True for the question about a payment whose step says more than that: a part of the amount is not agreed on. */
const isBeside = ({ primary, tells }: NextStep): boolean => primary === "answer-payment" && tells !== "record-payment";

/** The point about money that is its reader's next step (B30), if any, with its words and buttons. */
export function askedPoint(money: MoneySection | null, step: NextStep, page: string) {
  const asked: OpenPoint | null = money?.points.find((point) => point.step && point.step === step.primary) ?? null;
  return {
    asked,
    words: asked ? (
      <>
        {isBeside(step) && <StepWords step={step} />}
        <p className={isBeside(step) ? undefined : "text-lg"}>{asked.text}</p>
        {asked.quote && (
          <>
            <QuoteLines {...asked.quote} />
            {step.primary === "answer-quote" && <p className="text-sm">More is due only if you agree.</p>}
          </>
        )}
      </>
    ) : (
      <StepWords step={step} />
    ),
    answers: asked && <MoneyButtons buttons={asked.buttons} page={page} isAsked={asked.step !== OPEN_QUESTION} />,
  };
}
