import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";
import { Link } from "../shell/link";
import { withKey } from "./shortcuts";

interface Props {
  icon: IconName;
  label: string;
  shortcut?: string;
}

/** An action of a row as an icon: `to` a page of the office, or `href` to a phone. */
export function CompactAction({ icon, label, shortcut, ...way }: Props & ({ to: string } | { href: string })) {
  const shared = { className: "office-compact", "aria-label": label, title: label, ...(shortcut && withKey(shortcut)) };
  return "to" in way ? (
    <Link to={way.to} {...shared}>
      <Icon name={icon} />
    </Link>
  ) : (
    <a href={way.href} {...shared}>
      <Icon name={icon} />
    </a>
  );
}
