import type { IconName } from "./icon-names";
import sprite from "./icons.svg?url";

/** An icon beside words; without words around it, `label` says what it means. */
export function Icon({ name, label, className = "" }: { name: IconName; label?: string; className?: string }) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg className={`icon ${className}`} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
