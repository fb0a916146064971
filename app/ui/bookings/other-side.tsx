import type { KnownParticipant } from "~/domain/bookings/booking-views";
import { showPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { PhoneLinks } from "../accounts/phone-links";
import { Icon, Link } from "../shell/elements";
import { Menu } from "../elements/menu";

export type Contact = Omit<KnownParticipant, "email">;

interface Props {
  other: Contact;
  side: "client" | "plumber";
  /** Nothing but a call reaches them. */
  isOnlyCalled: boolean;
}

export function OtherSide({ other, side, isOnlyCalled }: Props) {
  const { id, photoKey, phone } = other;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Avatar photoKey={photoKey} size={40} />
        <p className="min-w-24 flex-1 leading-snug wrap-anywhere sm:flex-auto">
          <b>{side === "client" ? <Link to={`/appointment/${id}`}>{fullName(other)}</Link> : fullName(other)}</b>
          {phone && <span className="block text-ink-2 tabular-nums max-sm:hidden print:block">{showPhone(phone)}</span>}
        </p>
        <p className="flex gap-1 print:hidden">
          {phone && (
            <PhoneLinks phone={phone} className={CONTACT} label={`Call ${showPhone(phone)}`} wordsClass="sr-only" />
          )}
          {!isOnlyCalled && (
            <Link to={`/${side}-dashboard/messages/${id}`} className={CONTACT}>
              <Icon name="message-circle" label="Message" />
            </Link>
          )}
        </p>
      </div>
      {isOnlyCalled && (
        <p className="text-sm text-ink-2">
          {BOOKED_BY_PHONE} Our office tells them what happens here, and passes on their answers.
        </p>
      )}
    </div>
  );
}

const CONTACT = "button button-quiet w-11 px-0";

/** Shown to the plumber and the office about a client without an email (B29). */
export const BOOKED_BY_PHONE = "Booked by phone, without an email address: please call.";

interface DirectionsProps {
  location: string;
  pin: string | null;
  className: string;
  isIcon?: boolean;
}

export function Directions({ location, pin, className, isIcon = false }: DirectionsProps) {
  const place = encodeURIComponent(pin ?? `${location}, Zimbabwe`);
  const ways = [
    { label: "Google Maps", href: `https://www.google.com/maps/dir/?api=1&destination=${place}` },
    { label: "Waze", href: pin ? `https://waze.com/ul?ll=${place}&navigate=yes` : `https://waze.com/ul?q=${place}` },
    { label: "Another map app", href: pin ? `geo:${pin}?q=${place}` : `geo:0,0?q=${place}` },
  ];
  return (
    <Menu className="relative print:hidden">
      <summary className={`button list-none ${className}`}>
        <Icon name="map-pin" /> <span className={isIcon ? "sr-only" : undefined}>Directions</span>
      </summary>
      <ul className={`card absolute z-10 mt-1 grid min-w-60 py-1 ${isIcon ? "right-0" : ""}`}>
        {ways.map(({ label, href }) => (
          <li key={label}>
            <a href={href} className="flex min-h-12 items-center px-4 no-underline hover:bg-brand-50">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
