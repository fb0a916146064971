import { type PlumberCheck, nameChecks, validChecks } from "~/domain/vetting/check";
import type { Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";

/** The badge of a plumber whom our office has checked: its label says what and when, and claims nothing else (D9). */
export function VerifiedMark({ checks, now }: { checks: PlumberCheck[]; now: Instant }) {
  const valid = validChecks(checks, now);
  if (valid.length === 0) return null;
  return (
    <Icon
      name="badge-check"
      label={`Checked by our office: ${nameChecks(valid)}`}
      className="mt-0.5 text-lg text-brand-600"
    />
  );
}
