export type { BookingForCommand } from "./booking";
