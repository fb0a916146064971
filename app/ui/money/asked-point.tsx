import type { NextStep } from "~/domain/bookings/next-step/next-step";
import { StepWords } from "../bookings/next-step";
import { MoneyButtons } from "./booking-money";
import type { MoneySection } from "./describe-money";
import type { OpenPoint } from "./money-points";
import { QuoteLines } from "./quote-lines";

/** What of a booking's money is its reader's next step (B30), with what stands above its buttons, and them; null: nothing. */
export function askedPoint(money: MoneySection | null, step: NextStep, page: string) {
  const asked: OpenPoint | null = money?.points.find((point) => point.step && point.step === step.primary) ?? null;
  return {
    asked,
    words: asked ? (
      <>
        <p className="text-lg">{asked.text}</p>
        {asked.quote && <QuoteLines {...asked.quote} />}
      </>
    ) : (
      <StepWords step={step} />
    ),
    answers: asked && <MoneyButtons buttons={asked.buttons} page={page} isAsked />,
  };
}
