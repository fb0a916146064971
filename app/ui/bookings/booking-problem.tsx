import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";

interface Props {
  message: string | null;
  errors: (string | undefined)[];
  /** The free starts nearest to the one that was just taken. */
  nearest: Instant[];
  now: Instant;
}

/** Why a booking failed. A slot taken meanwhile comes with the nearest free ones. */
export function BookingProblem({ message, errors, nearest, now }: Props) {
  const texts = [message, ...errors].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <div tabIndex={-1} autoFocus role="alert" className="notice notice-danger">
      <Icon name="circle-alert" className="mt-0.5" />
      <div className="grid gap-3">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {nearest.length > 0 && (
          <p className="flex flex-wrap items-center gap-2">
            Free nearby:
            {nearest.map((start) => (
              <button key={start} name="instead" value={`${dateAt(start)} ${timeAt(start)}`} className="chip">
                Book {nameDay(dateAt(start), dateAt(now))} {timeAt(start)}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
