import { fullName } from "~/domain/values/user";
import type { Suggestion } from "~/domain/admin/suggestion";
import { formatMoney } from "~/domain/values/money";
import { Avatar } from "../accounts/avatar";
import { SubmitButton } from "../forms/submit-button";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

interface Props {
  suggestion: Suggestion;
  /** Whether this is the best suggestion. */
  isFirst: boolean;
  /** The plumber who would lose the booking, which needs a confirmation; null when there is none. */
  takenFrom: string | null;
}

/** A suggested plumber: what speaks for and against them, and the button that assigns them. Goes inside a form. */
export function SuggestionCard({ suggestion, isFirst, takenFrom }: Props) {
  const button = (
    <SubmitButton
      name="plumber"
      value={suggestion.id}
      busy="Assigning..."
      className={`mt-auto w-full wrap-anywhere ${isFirst || takenFrom ? "" : "button-quiet"}`}
    >
      {takenFrom ? `Yes, assign ${suggestion.firstName}` : `Assign ${suggestion.firstName}`}
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
              Assign {suggestion.firstName}
            </summary>
            <div className="grid gap-3 pt-3">
              <p className="text-sm text-ink-2">{takenFrom} loses the job. All three get an email.</p>
              {button}
            </div>
          </details>
        ) : (
          button
        ))}
    </li>
  );
}
