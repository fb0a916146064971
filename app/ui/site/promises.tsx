import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import { Icon } from "../shell/elements";

/**
 * The promises about cost, payment, and what happens if it goes wrong (M3, M5, M10), the first two a line each at 360 px.
 * Without `canPayOnline` payment is left out.
 */
export const Promises = ({ canPayOnline, className = "" }: { canPayOnline?: boolean; className?: string }) => (
  <ul className={`grid gap-1 text-sm leading-snug ${className}`} aria-label="What we promise">
    <Line icon="wallet" text="See the fee first. More only if you agree." />
    {canPayOnline !== undefined && <Line icon="shield-check" text={WAYS_TO_PAY[canPayOnline ? "online" : "inHand"]} />}
    <Line
      icon="message-circle"
      text={`Nobody came? Nothing is due. You disagree? Our office decides within ${DECIDED_WITHIN}.`}
    />
  </ul>
);

const WAYS_TO_PAY = {
  online: "We hold online payments until a day after the work.",
  inHand: "You pay the plumber; you both confirm it.",
};

const Line = ({ icon, text }: { icon: "wallet" | "shield-check" | "message-circle"; text: string }) => (
  <li className="flex items-start gap-2">
    <Icon name={icon} className="flex-none text-brand-600" /> {text}
  </li>
);
