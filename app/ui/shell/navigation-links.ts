/** The navigation of spec 2.2. */
export const SERVICE_LINKS = [
  { to: "/services", label: "All services" },
  { to: "/services/residential", label: "Residential" },
  { to: "/services/commercial", label: "Commercial" },
  { to: "/services/emergency", label: "Emergency" },
] as const;
