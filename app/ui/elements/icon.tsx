import type { IconName } from "./icon-names";
import sprite from "./icons.svg?url";

/**
 * An icon. Next to text it is decoration; otherwise `label` says what it means. The size attributes hold without the
 * stylesheet.
 */
export function Icon({ name, label, className = "" }: { name: IconName; label?: string; className?: string }) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg width="20" height="20" className={`icon ${className}`} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
