import { fullName } from "~/domain/accounts/user";
import type { Suggestion } from "~/domain/desk/suggestion";
import { Avatar } from "../avatar";
import { SubmitButton } from "../forms/submit-button";
import { Icon } from "../icon";

/** A plumber for a booking: why, why not, and the button that gives it to them. Stands in a form. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  return (
    <li className="card flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar photoKey={suggestion.photoKey} size={40} />
        <p className="min-w-0 leading-snug">
          <b className="wrap-anywhere">{fullName(suggestion)}</b>
          <span className="block text-ink-2">{suggestion.city}</span>
        </p>
      </div>
      <ul className="grid gap-1 text-sm">
        {suggestion.reasons.map(({ text, speaksFor }) => (
          <li key={text} className={`flex gap-2 ${speaksFor ? "" : "text-ink-2"}`}>
            <Icon name={speaksFor ? "circle-check" : "info"} className={`mt-0.5 ${speaksFor ? "text-success" : "text-ink-3"}`} /> {text}
          </li>
        ))}
      </ul>
      {suggestion.isFree && (
        <SubmitButton name="plumber" value={suggestion.id} busy="Giving..." className="mt-auto">
          Give to {suggestion.name}
        </SubmitButton>
      )}
    </li>
  );
}
