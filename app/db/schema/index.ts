// In the order in which the rooms of the domain build on one another.
export * from "./users";
export * from "./access";
export * from "./plumbers";
export * from "./bookings";
export * from "./payments";
export * from "./ledger";
export * from "./messages";
export * from "./photos";
export * from "./reviews";
export * from "./notices";
export * from "./office";
