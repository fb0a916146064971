import type { bookingEvents, bookings } from "../../app/db/schema";
import { SERVICE_TYPES, type BookingStatus } from "../../app/domain/bookings/booking";
import { cityIn, cityKey } from "../../app/domain/values/cities";
import { addDays, dateAt, DAY, HOUR, instantOf, type Instant } from "../../app/domain/time/harare";

type Booking = typeof bookings.$inferInsert;
type BookingEvent = typeof bookingEvents.$inferInsert;

interface Participant {
  id: string;
  /** Ends with the city. */
  address: string;
}

const NOTES = [
  "The kitchen tap drips since Monday.",
  "Please ring at the gate, the bell does not work.",
  "The geyser trips the main switch when the power comes back.",
  null,
  "There is a dog, he is friendly.",
  "Water comes out brown in the morning.",
  null,
];
const REPORTS = [
  "Replaced the cartridge and the washers. Tested for ten minutes.",
  "Cleared the drain with a jet. Roots in the second section: to be watched.",
  null,
];

// Days from today, start of day in minutes, and its status. Times are on the appointment page's grid.
const PLAN: [day: number, minute: number, status: BookingStatus][] = [
  [-21, 600, "completed"],
  [-14, 690, "completed"],
  [-9, 840, "completed"],
  [-8, 960, "cancelled"],
  [-6, 630, "refused"],
  [-5, 780, "completed"],
  [-3, 900, "completed"],
  [-2, 1020, "cancelled"],
  [-1, 660, "completed"],
  [1, 600, "confirmed"],
  [1, 870, "pending"],
  [2, 720, "pending"],
  [3, 1080, "confirmed"],
  [4, 630, "cancelled"],
  [5, 930, "pending"],
];

/**
 * Bookings in every status around today. The same day always gives the same bookings: they are computed from numbers
 * alone.
 */
export function planBookings(plumbers: Participant[], clients: Participant[], now: Instant) {
  const today = dateAt(now);
  const rows: Booking[] = [];
  const events: BookingEvent[] = [];

  plumbers.forEach((plumber, p) => {
    PLAN.forEach(([day, minute, status], b) => {
      // The named accounts see the whole plan; the others about half of it, each another half.
      if (p > 0 && (p * 7 + b * 5) % 9 > 4) return;
      const near = clients.filter(({ address }) => address.endsWith(plumber.address));
      const client = p === 0 && b % 3 === 0 ? clients[0]! : near[(p * 5 + b * 3) % near.length]!;
      const startsAt = instantOf(addDays(today, day), minute + ((p * 30) % 120));
      // No client has more than two pending requests: visitors of the demo need room below the limit of five.
      const waiting = rows.filter((row) => row.clientId === client.id && row.status === "pending").length;
      addBooking({
        plumber,
        client,
        startsAt,
        status: status === "pending" && waiting >= 2 ? "confirmed" : status,
        number: rows.length,
      });
    });
  });
  // Begun half an hour ago, on the half hour.
  const working = (Math.floor((2 * now) / HOUR) - 1) * (HOUR / 2);
  addBooking({
    plumber: plumbers[0]!,
    client: clients[1]!,
    startsAt: working,
    status: "in-progress",
    number: rows.length,
  });
  addBooking({
    plumber: null,
    client: clients[0]!,
    startsAt: instantOf(addDays(today, 6), 570),
    status: "pending",
    number: rows.length,
  });
  return { rows, events };

  function addBooking(given: {
    plumber: Participant | null;
    client: Participant;
    startsAt: Instant;
    status: BookingStatus;
    number: number;
  }) {
    const { plumber, client, startsAt, status, number } = given;
    const id = `demobooking${String(number).padStart(4, "0")}`;
    const createdAt = Math.min(startsAt - 2 * DAY, now - (number % 40) * HOUR - HOUR);
    const answeredAt = createdAt + HOUR / 2;
    const done = status === "completed";
    rows.push({
      id,
      reference: `PB-${demoReference(number)}`,
      clientId: client.id,
      plumberId: plumber?.id ?? null,
      cityKey: cityKey(plumber?.address ?? cityIn(client.address) ?? "") || null,
      status,
      startsAt,
      serviceType: number % 4 === 3 ? null : SERVICE_TYPES[number % SERVICE_TYPES.length]!,
      street: client.address,
      notes: NOTES[number % NOTES.length]!,
      title: null,
      report: done ? REPORTS[number % REPORTS.length]! : null,
      seenAt: status === "pending" ? null : answeredAt,
      createdAt,
      askedAt: createdAt,
      updatedAt: done ? startsAt + HOUR : answeredAt,
      completedAt: done ? startsAt + HOUR : null,
    });
    const record = (
      event: BookingEvent["event"],
      actorRole: "client" | "plumber" | "admin",
      actorId: string,
      toStatus: BookingStatus,
      at: Instant,
    ) => events.push({ id: `${id}-${event}`, bookingId: id, event, actorRole, actorId, toStatus, at });

    record("request", "client", client.id, "pending", createdAt);
    if (!plumber) return;
    if (status === "refused") record("refuse", "plumber", plumber.id, "refused", answeredAt);
    if (status === "cancelled") record("cancel", "client", client.id, "cancelled", answeredAt);
    if (["confirmed", "in-progress", "completed"].includes(status))
      record("confirm", "plumber", plumber.id, "confirmed", answeredAt);
    if (status === "in-progress") record("start", "admin", "demoadmin", "in-progress", Math.max(answeredAt, startsAt));
    if (done) record("complete", "plumber", plumber.id, "completed", startsAt + HOUR);
  }
}

function demoReference(number: number): string {
  const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
  let rest = number * 7919 + 104729;
  let text = "";
  for (let place = 0; place < 6; place++) {
    text += alphabet[rest % alphabet.length];
    rest = Math.floor(rest / alphabet.length) + place * 13;
  }
  return text;
}
