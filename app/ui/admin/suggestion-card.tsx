import { fullName } from "~/domain/values/user";
import type { Suggestion } from "~/domain/admin/suggestion";
import { formatMoney } from "~/domain/values/money";
import { Avatar } from "../accounts/avatar";
import { SubmitButton } from "../forms/submit-button";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

interface Props {
  suggestion: Suggestion;
  /** The one that the desk would take unless something speaks against it. */
  isFirst: boolean;
  /** Who would lose the booking, or null: that is asked once more. */
  takenFrom: string | null;
}

/** A plumber for a booking: why, why not, and the button that gives it to them. Stands in a form. */
export function SuggestionCard({ suggestion, isFirst, takenFrom }: Props) {
  const button = (
    <SubmitButton
      name="plumber"
      value={suggestion.id}
      busy="Giving..."
      className={`mt-auto w-full wrap-anywhere ${isFirst || takenFrom ? "" : "button-quiet"}`}
    >
      {takenFrom ? `Yes, give to ${suggestion.firstName}` : `Give to ${suggestion.firstName}`}
    </SubmitButton>
  );
  return (
    <li className="card flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar photoKey={suggestion.photoKey} size={40} />
        <p className="min-w-0 leading-snug">
          <Link to={`/admin-dashboard/people/${suggestion.id}`} className="font-bold wrap-anywhere">
            {fullName(suggestion)}
          </Link>
          <span className="block text-ink-2">
            {suggestion.city}, {formatMoney(suggestion.feeCents)}
          </span>
        </p>
      </div>
      <ul className="grid gap-1 text-sm">
        {suggestion.reasons.map(({ text, speaksFor }) => (
          <li key={text} className={`flex gap-2 ${speaksFor ? "" : "text-ink-2"}`}>
            <Icon
              name={speaksFor ? "circle-check" : "info"}
              className={`mt-0.5 flex-none ${speaksFor ? "text-success" : "text-ink-3"}`}
            />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
      {suggestion.isFree &&
        (takenFrom ? (
          <details name="give" className="mt-auto grid">
            <summary className="button button-quiet w-full list-none wrap-anywhere">
              Give to {suggestion.firstName}
            </summary>
            <div className="grid gap-3 pt-3">
              <p className="text-sm text-ink-2">{takenFrom} loses the job. All three are mailed.</p>
              {button}
            </div>
          </details>
        ) : (
          button
        ))}
    </li>
  );
}
