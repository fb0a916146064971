// In the order in which the rooms of the domain build on one another.
export * from "./users";
export * from "./plumbers";
export * from "./registrations";
export * from "./sessions";
export * from "./password-reset-links";
export * from "./idempotency";
export * from "./photos";
export * from "./bookings";
export * from "./emails";
export * from "./rate-limits";
export * from "./messages";
export * from "./reviews";
export * from "./enquiries";
export * from "./audit-log";
export * from "./settings";
