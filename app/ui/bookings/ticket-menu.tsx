import type { ReactNode } from "react";
import type { BookingView } from "~/domain/bookings/booking-views";
import { isOpen } from "~/domain/bookings/booking";
import { Icon, Link, useHasScript } from "../shell/elements";
import type { IconName } from "../elements/icon-names";
import { Menu } from "../elements/menu";
import { shareLink } from "../elements/share-on-whatsapp";
import { describeStep, FINISH } from "./transition-labels";
import { Form } from "~/ui/forms/owned-form";

/** `last`: what ends the booking, set off from the rest. */
export function TicketMenu({ children, last }: { children: ReactNode; last?: ReactNode }) {
  // Printing takes script, for which the place is kept: a later entry would move the others under a finger.
  const canPrint = useHasScript();
  return (
    <Menu className="relative print:hidden">
      <summary className="button button-quiet list-none">
        More <Icon name="chevron-down" className="max-lg:hidden" />
      </summary>
      <ul className="card absolute right-0 z-10 mt-1 grid min-w-60 py-1">
        {children}
        <li className={canPrint ? undefined : "invisible noscript:hidden"}>
          <button type="button" className={`${ENTRY} text-brand-700`} onClick={() => window.print()}>
            <Icon name="file-text" /> Print
          </button>
        </li>
        {last}
      </ul>
    </Menu>
  );
}

const ENTRY = "flex w-full min-h-12 items-center gap-2 px-4 text-left font-semibold no-underline hover:bg-brand-50";

interface MenuLinkProps {
  to: string;
  icon: IconName;
  label: string;
  /** Opens over the page, which keeps its scroll position. */
  dialog?: boolean;
  /** It can't be undone. */
  isDanger?: boolean;
  shortcut?: object;
}

export const MenuLink = ({ to, icon, label, dialog = false, isDanger = false, shortcut }: MenuLinkProps) => (
  <li className={isDanger ? "border-t border-line" : ""}>
    <Link to={to} className={`${ENTRY} ${isDanger ? "text-danger" : ""}`} preventScrollReset={dialog} {...shortcut}>
      <Icon name={icon} /> {label}
    </Link>
  </li>
);

interface CommonEntriesProps {
  booking: Pick<BookingView, "reference" | "status">;
  shareUrl: string;
}

export const CommonEntries = ({ booking: { reference, status }, shareUrl }: CommonEntriesProps) => (
  <>
    {isOpen(status) && (
      <MenuLink
        to={`/bookings/${reference}/visit.ics`}
        icon="calendar"
        label="Add to calendar"
        shortcut={{ download: true }}
      />
    )}
    <MenuLink to={shareLink(`Pombi booking ${reference}: ${shareUrl}`)} icon="whatsapp" label="Share on WhatsApp" />
  </>
);

export function StepEntry({ step, page }: { step: Parameters<typeof describeStep>[0]; page: string }) {
  const { button, icon, form } = describeStep(step);
  return form ? (
    <MenuLink to={`${page}/${form}`} icon={icon} label={button} dialog={form !== FINISH} />
  ) : (
    <li>
      <Form method="post" action={page}>
        <button className={`${ENTRY} text-brand-700`} name="intent" value={step}>
          <Icon name={icon} /> {button}
        </button>
      </Form>
    </li>
  );
}
