import type { ReactNode } from "react";
import type { BookingView } from "~/domain/bookings/booking";
import type { NextStep } from "~/domain/bookings/next-step/next-step";
import { Icon } from "../elements/icon";
import { unbroken } from "~/domain/time/unbroken";
import { StepControl } from "./step-control";

/** What is asked of the reader, or how it stands, and what becomes possible next (B30). */
export const StepWords = ({ step: { sentence, hint } }: { step: NextStep }) => (
  <>
    <p className="text-lg">{unbroken(sentence)}</p>
    {hint && (
      <p className="flex gap-1.5 text-ink-2">
        <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {unbroken(hint)}
      </p>
    )}
  </>
);

interface Props {
  step: NextStep;
  booking: BookingView;
  page: string;
  pay?: string | null;
  /** The buttons of a question about money, where that is the next step: they are its primary action. */
  answers?: ReactNode;
}

/** The primary action, and the one beside it, which stands alone where nothing is asked. */
export const StepControls = ({ step: { primary, beside }, answers, ...rest }: Props) => (
  <>
    {answers ?? (primary && <StepControl action={primary} className="" {...rest} />)}
    {beside && <StepControl action={beside} className="button-quiet" {...rest} />}
  </>
);
