import { useSyncExternalStore, type ReactNode } from "react";
import { Icon } from "../elements/icon";
import { Menu } from "../elements/menu";
import { Link } from "../shell/link";

/** What else can be done with a booking, behind one button. */
export const TicketMenu = ({ children }: { children: ReactNode }) => (
  <Menu className="relative print:hidden">
    <summary className="button button-quiet list-none">
      More <Icon name="chevron-down" />
    </summary>
    <ul className="card absolute right-0 z-10 mt-1 grid min-w-60 py-1 shadow-lg">{children}</ul>
  </Menu>
);

const ENTRY = "flex w-full min-h-12 items-center gap-2 px-4 text-left font-semibold no-underline hover:bg-brand-50";

/** An entry that leads somewhere. A dialog opens over the page, which stays where it is scrolled to. */
export const MenuLink = ({ to, dialog = false, children }: { to: string; dialog?: boolean; children: ReactNode }) => (
  <li>
    {to.startsWith("/") ? (
      <Link to={to} className={ENTRY} preventScrollReset={dialog}>
        {children}
      </Link>
    ) : (
      <a href={to} className={ENTRY}>
        {children}
      </a>
    )}
  </li>
);

/** Entries that every ticket has: the calendar, a link to share, paper. */
export function CommonEntries({
  reference,
  shareUrl,
  isOpen,
}: {
  reference: string;
  shareUrl: string;
  isOpen: boolean;
}) {
  // Printing takes script: without it there is no button that does nothing.
  const canPrint = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <>
      {isOpen && (
        <li>
          <a href={`/bookings/${reference}/visit.ics`} className={ENTRY} download>
            <Icon name="calendar" /> Add to calendar
          </a>
        </li>
      )}
      <MenuLink to={`https://wa.me/?text=${encodeURIComponent(`Pombi booking ${reference}: ${shareUrl}`)}`}>
        <Icon name="message-circle" /> Share on WhatsApp
      </MenuLink>
      {canPrint && (
        <li>
          <button type="button" className={ENTRY} onClick={() => window.print()}>
            <Icon name="file-text" /> Print
          </button>
        </li>
      )}
    </>
  );
}
