import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";
import { Icon } from "../icon";
import { Link } from "../link";

interface Props {
  message: string | null;
  errors: (string | undefined)[];
  /** Free starts nearest to one that has just gone. */
  nearest: Instant[];
  plumberId: string;
  now: Instant;
}

/** Why a booking did not succeed; a slot gone stale comes with the nearest free ones. */
export function BookingProblem({ message, errors, nearest, plumberId, now }: Props) {
  const texts = [message, ...errors].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <div role="alert" className="notice notice-danger">
      <Icon name="circle-alert" className="mt-0.5" />
      <div className="grid gap-3">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {nearest.length > 0 && (
          <p className="flex flex-wrap items-center gap-2">
            Free nearby:
            {nearest.map((start) => (
              <Link key={start} to={`/appointment/${plumberId}?${new URLSearchParams({ day: dateAt(start), time: timeAt(start) })}#book`} className="chip">
                {nameDay(dateAt(start), dateAt(now))} {timeAt(start)}
              </Link>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
