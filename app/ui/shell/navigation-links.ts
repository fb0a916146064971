/** The navigation (W3). */
export const SERVICE_LINKS = [
  { to: "/services", label: "All services" },
  { to: "/services/residential", label: "Residential" },
  { to: "/services/commercial", label: "Commercial" },
  { to: "/services/emergency", label: "Emergency" },
] as const;
