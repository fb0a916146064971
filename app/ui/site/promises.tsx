import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import { Icon } from "../shell/elements";

/** In lines that a phone of 360 px doesn't break: what a visit costs and what happens if it goes wrong (M3, M5, M10). `canPayOnline` absent: how to pay isn't said. */
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
  online: "Online, money waits until the work is done.",
  inHand: "You pay the plumber; you both confirm it.",
};

const Line = ({ icon, text }: { icon: "wallet" | "shield-check" | "message-circle"; text: string }) => (
  <li className="flex items-start gap-2">
    <Icon name={icon} className="flex-none text-brand-600" /> {text}
  </li>
);
