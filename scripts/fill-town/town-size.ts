export interface TownSize {
  users: number;
  plumbers: number;
  bookings: number;
  messages: number;
}
