import { VERIFIED_MEANS } from "~/domain/plumbers/plumber";
import { Icon } from "../elements/icon";

/** The badge of a listed plumber. Its label says what was checked and claims nothing else (D9). */
export function VerifiedMark() {
  return (
    <span title={`Verified: ${VERIFIED_MEANS}`} className="text-lg leading-[inherit]">
      <Icon name="badge-check" label={`Verified: ${VERIFIED_MEANS}`} className="text-brand-600" />
    </span>
  );
}
