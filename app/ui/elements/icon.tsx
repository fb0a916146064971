import type { IconName } from "./icon-names";
import sprite from "./icons.svg?url";

/** Without `label` it is decoration. The size attributes hold without the stylesheet. */
export function Icon({ name, label, className = "" }: { name: IconName; label?: string; className?: string }) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg width="20" height="20" className={`icon ${className}`} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
