import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";

const REASONS: readonly (readonly [IconName, string])[] = [
  ["clock", "Free times and fees before you book"],
  ["star", "Reviews only from clients whose job was done"],
  ["briefcase", "For plumbers: requests from your city, in your hours"],
];

/** What an account is good for, beside the forms of sign-up and sign-in. */
export const WhyPombi = () => (
  <ul className="grid gap-3 py-2 text-left">
    {REASONS.map(([icon, reason]) => (
      <li key={icon} className="flex gap-3 leading-snug">
        <Icon name={icon} className="mt-0.5 text-brand-600" /> {reason}
      </li>
    ))}
  </ul>
);
