import { Link } from "./link";

// The navigation (W3), whose links the wide bar and the phone's menu show in different orders.

const LINKS = {
  home: { to: "/", label: "Home" },
  about: { to: "/about", label: "About" },
  plumbers: { to: "/plumbers", label: "Our Plumbers" },
  blog: { to: "/blog", label: "Blog" },
  contact: { to: "/contact", label: "Contact" },
  signIn: { to: "/signin", label: "Login" },
  signUp: { to: "/signup", label: "Create Account" },
} as const;

const SERVICE_LINKS = [
  { to: "/services", label: "All services" },
  { to: "/services/residential", label: "Residential" },
  { to: "/services/commercial", label: "Commercial" },
  { to: "/services/emergency", label: "Emergency" },
] as const;

/** `here`: the link whose page this is, or to which it belongs. */
interface Place {
  here: string | null;
}

const currentAt = ({ here }: Place, to: string) => (here === to ? "page" : undefined);

export const NavigationLink = ({
  name,
  className,
  ...place
}: Place & { name: keyof typeof LINKS; className: string }) => (
  <Link to={LINKS[name].to} aria-current={currentAt(place, LINKS[name].to)} className={className}>
    {LINKS[name].label}
  </Link>
);

export const ServiceLinks = (place: Place) =>
  SERVICE_LINKS.map(({ to, label }) => (
    <Link key={to} to={to} aria-current={currentAt(place, to)} className="tab">
      {label}
    </Link>
  ));

/** Whether the page is one of the services'. */
export const isService = ({ here }: Place) => here?.startsWith("/services") ?? false;

const PLACES = [...SERVICE_LINKS, ...Object.values(LINKS)].map(({ to }) => to);

/** The link of the navigation that an address belongs to; null: none. */
export const placeOf = (pathname: string): string | null =>
  PLACES.find((to) => pathname === to) ?? PLACES.find((to) => to !== "/" && pathname.startsWith(`${to}/`)) ?? null;
