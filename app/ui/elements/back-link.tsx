import { Link } from "../shell/link";
import { Icon } from "./icon";

export const BackLink = ({ to, label, className = "" }: { to: string; label: string; className?: string }) => (
  <Link to={to} className={`button-link justify-self-start ${className}`}>
    <Icon name="arrow-left" /> {label}
  </Link>
);
