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

export const SERVICE_LINKS = [
  { to: "/services", label: "All services" },
  { to: "/services/residential", label: "Residential" },
  { to: "/services/commercial", label: "Commercial" },
  { to: "/services/emergency", label: "Emergency" },
] as const;

export const NavigationLink = ({ name, className }: { name: keyof typeof LINKS; className: string }) => (
  <Link to={LINKS[name].to} className={className}>
    {LINKS[name].label}
  </Link>
);
