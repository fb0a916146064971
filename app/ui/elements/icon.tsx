import type { IconName } from "./icon-names";
import sprite from "./icons.svg?url";

/** An icon beside words; without words around it, `label` says what it means. It has a size of its own where there are no styles. */
export function Icon({ name, label, className = "" }: { name: IconName; label?: string; className?: string }) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg width="20" height="20" className={`icon ${className}`} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
