// Room by room, in the order in which the domain builds on itself.
export * from "./users";
export * from "./plumbers";
export * from "./registrations";
export * from "./sessions";
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
