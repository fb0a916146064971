import type { ListedStep } from "~/domain/bookings/next-step/listed-booking";
import { unbroken } from "~/domain/time/unbroken";
import { Icon } from "../elements/icon";

/** What is next on a booking of a list (B30): it stands out where the reader is asked for something. */
export function StepBrief({ step: { brief, isAsked } }: { step: ListedStep }) {
  if (brief === null) return null;
  return isAsked ? (
    <p className="flex gap-1.5 rounded-field bg-copper-50 px-3 py-2 font-semibold text-copper-700">
      <Icon name="circle-alert" className="mt-1 flex-none" /> {unbroken(brief)}
    </p>
  ) : (
    <p className="text-ink-2">{unbroken(brief)}</p>
  );
}
