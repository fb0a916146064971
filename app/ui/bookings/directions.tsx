import { Icon } from "../elements/icon";
import { Menu } from "../elements/menu";

interface Props {
  location: string;
  pin: string | null;
  className: string;
  /** Only the icon is shown, at the end of a row. */
  isIcon?: boolean;
}

/** Directions to an address, or to the pin that the client has set. */
export function Directions({ location, pin, className, isIcon = false }: Props) {
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
      <ul className={`card absolute z-10 mt-1 grid min-w-60 py-1 shadow-lg ${isIcon ? "right-0" : ""}`}>
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
