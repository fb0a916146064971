import type { bookingEvents, bookings } from "../../app/db/schema";
import type { BookingStatus } from "../../app/domain/bookings/booking";
import { cityKey } from "../../app/domain/values/cities";
import { addDays, dateAt, DAY, HOUR, instantOf, MINUTE, type Instant } from "../../app/domain/time/harare";
import {
  hasConflict,
  MINUTES_WITHOUT_PLUMBER,
  OPENING_HOURS,
  SLOT_MINUTES,
  weekdayBit,
} from "../../app/domain/time/availability";
import { DEMO_HABITS } from "./demo-habits";
import { demoBookingId, FIRST_EARLIER_JOB, problemOf } from "./demo-problems";

type Booking = typeof bookings.$inferInsert;
type BookingEvent = typeof bookingEvents.$inferInsert;

interface DemoUser {
  id: string;
  city: string;
}
interface Client extends DemoUser {
  street: string;
  suburb: string;
  isCaller?: true;
}

interface NewBooking {
  /** Null: to be assigned. */
  plumber: DemoUser | null;
  client: Client;
  startsAt: Instant;
  status: BookingStatus;
  /** Its number, which with its plumber says what it is about (`problemOf`); otherwise the next. */
  number?: number;
  /** What else happened to it. */
  turn?: "cancelled late" | "cancelled by plumber" | "on the way" | "missed";
}

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

/** How a cancelled booking of this day with the plumber of this number ended; undefined: before anybody had answered. */
function turnOf(day: number, plumber: number): NewBooking["turn"] {
  if (day === -2 && plumber % 4 === 0) return "cancelled late";
  return day === 4 && plumber % 2 === 1 ? "cancelled by plumber" : undefined;
}

/**
 * Bookings in every status around today. The same day always gives the same bookings: they are computed from numbers
 * alone.
 */
export function planBookings(plumbers: DemoUser[], clients: Client[], now: Instant) {
  const today = dateAt(now);
  const rows: Booking[] = [];
  const events: BookingEvent[] = [];

  plumbers.forEach((plumber, p) => {
    PLAN.forEach(([day, minute, status], b) => {
      // The named accounts see the whole plan; the others about half of it, each another half.
      if (p > 0 && (p * 7 + b * 5) % 9 > 4) return;
      const near = clients.filter(({ city, isCaller }) => city === plumber.city && !isCaller);
      const client = p === 0 && b % 3 === 0 ? clients[0]! : near[(p * 5 + b * 3) % near.length]!;
      const startsAt = instantOf(addDays(today, day), minute + ((p * 30) % 120));
      // No client has more than two pending requests: visitors of the demo need room below the limit of five.
      const waiting = rows.filter((row) => row.clientId === client.id && row.status === "pending").length;
      addBooking({
        plumber,
        client,
        startsAt,
        status: status === "pending" && waiting >= 2 ? "confirmed" : status,
        turn: status === "cancelled" ? turnOf(day, p) : undefined,
      });
    });
  });

  const [first, second, third] = plumbers as [DemoUser, DemoUser, DemoUser];
  const caller = clients.find(({ isCaller }) => isCaller)!;
  // Begun half an hour ago, on the half hour.
  const working = (Math.floor((2 * now) / HOUR) - 1) * (HOUR / 2);
  addBooking({ plumber: first, client: clients[1]!, startsAt: working, status: "in-progress" });
  const onTheWay = working + 1.5 * HOUR;
  addBooking({ plumber: second, client: clients[0]!, startsAt: onTheWay, status: "confirmed", turn: "on the way" });
  const yesterday = instantOf(addDays(today, -1), 900);
  addBooking({ plumber: third, client: clients[6]!, startsAt: yesterday, status: "confirmed", turn: "missed" });
  addBooking({ plumber: first, client: caller, startsAt: instantOf(addDays(today, -7), 660), status: "completed" });
  addBooking({ plumber: first, client: caller, startsAt: instantOf(addDays(today, 2), 600), status: "confirmed" });
  addBooking({
    plumber: null,
    client: clients[0]!,
    startsAt: instantOf(addDays(today, 6), 570),
    status: "pending",
  });
  // Refused by one, and another one was asked.
  const preferred = instantOf(addDays(today, 3), 840);
  addBooking({ plumber: third, client: clients[0]!, startsAt: preferred, status: "confirmed" });
  addBooking({ plumber: plumbers[4]!, client: clients[0]!, startsAt: preferred, status: "refused" });
  planBusyDays();
  planEarlierWork();
  return { rows, events };

  function clientsNear({ city }: DemoUser) {
    return clients.slice(1).filter((client) => client.city === city && !client.isCaller);
  }

  // Mornings of today and tomorrow that begin with a job, and one plumber's whole week.
  function planBusyDays() {
    plumbers.forEach((plumber, p) => {
      const { hours, hasBusyMornings, isFull } = DEMO_HABITS[p]!;
      const { opensAt, closesAt, daysOff = 0, jobMinutes = SLOT_MINUTES } = { ...OPENING_HOURS, ...hours };
      const near = clientsNear(plumber);
      for (let day = 0; day < (isFull ? 7 : hasBusyMornings ? 2 : 0); day++) {
        const date = addDays(today, day);
        if (daysOff & weekdayBit(date)) continue;
        for (let minute = opensAt; minute < (isFull ? closesAt : opensAt + 1); minute += SLOT_MINUTES) {
          const startsAt = instantOf(date, minute);
          const taken = rows
            .filter((row) => row.plumberId === plumber.id && row.status !== "cancelled")
            .map(({ startsAt, jobMinutes = SLOT_MINUTES }) => ({ startsAt, jobMinutes }));
          if (startsAt <= now || hasConflict(jobMinutes, taken, startsAt)) continue;
          const client = near[(p + day + minute / 30) % near.length]!;
          addBooking({ plumber, client, startsAt, status: "confirmed" });
        }
      }
    });
  }

  // Each plumber's work of some weeks ago, all of one kind, so that it has a usual price where there are five jobs (D18).
  function planEarlierWork() {
    let number = FIRST_EARLIER_JOB;
    plumbers.forEach((plumber, p) => {
      const near = clientsNear(plumber);
      for (let job = 0; job < DEMO_HABITS[p]!.earlierJobs; job++) {
        addBooking({
          plumber,
          client: near[(p + job) % near.length]!,
          startsAt: instantOf(addDays(today, -24 - Math.floor(1.4 * job)), 600 + ((p * 30 + job * 90) % 480)),
          status: "completed",
          number: number++,
        });
      }
    });
  }

  function addBooking({ plumber, client, startsAt, status, turn, number = rows.length }: NewBooking) {
    const id = demoBookingId(number);
    const { serviceType, notes, report } = problemOf({ id, plumberId: plumber?.id });
    const usually = plumber ? DEMO_HABITS[plumbers.indexOf(plumber)]!.minutesToAnswer * MINUTE : HOUR / 2;
    const toAnswer = Math.round(usually * [0.6, 1, 1.5][number % 3]!);
    const createdAt = Math.min(startsAt - 2 * DAY, now - (number % 40) * HOUR - 2 * HOUR - toAnswer);
    const answeredAt = createdAt + toAnswer;
    const done = status === "completed";
    const own = plumber && (DEMO_HABITS[plumbers.indexOf(plumber)]?.hours.jobMinutes ?? SLOT_MINUTES);
    const row: Booking = {
      id,
      reference: `PB-${demoReference(number)}`,
      clientId: client.id,
      plumberId: plumber?.id ?? null,
      cityKey: cityKey(plumber?.city ?? client.city),
      status,
      startsAt,
      jobMinutes: own ?? MINUTES_WITHOUT_PLUMBER,
      // The API leaves it optional.
      serviceType: number % 16 === 9 ? null : serviceType,
      suburb: client.suburb,
      city: client.city,
      street: client.street,
      notes: number % 4 === 3 ? null : notes,
      title: null,
      report: done && number % 3 !== 2 ? report : null,
      seenAt: status === "pending" ? null : answeredAt,
      createdAt,
      askedAt: createdAt,
      updatedAt: done ? startsAt + HOUR : answeredAt,
      completedAt: done ? startsAt + HOUR : null,
    };
    rows.push(row);
    const record = (
      event: BookingEvent["event"],
      actorRole: "client" | "plumber" | "admin",
      actorId: string,
      toStatus: BookingStatus,
      at: Instant,
      reason: string | null = null,
    ) => events.push({ id: `${id}-${event}`, bookingId: id, event, actorRole, actorId, toStatus, at, reason });

    if (client.isCaller) record("request", "admin", "demoadmin", "pending", createdAt);
    else record("request", "client", client.id, "pending", createdAt);
    if (!plumber) return;
    if (status === "refused")
      record("refuse", "plumber", plumber.id, "refused", answeredAt, "I'm not free at that time");
    if (["confirmed", "in-progress", "completed"].includes(status) || turn?.startsWith("cancelled"))
      record("confirm", "plumber", plumber.id, "confirmed", answeredAt);
    if (turn === "cancelled late") {
      const at = startsAt - 45 * MINUTE;
      Object.assign(row, { cancelledLateBy: "client", updatedAt: at });
      record("cancel", "client", client.id, "cancelled", at, "The problem is solved");
    } else if (turn === "cancelled by plumber")
      record("cancel", "plumber", plumber.id, "cancelled", answeredAt + HOUR, "I'm not free at that time");
    else if (status === "cancelled")
      record("cancel", "client", client.id, "cancelled", answeredAt, "The problem is solved");
    if (turn === "on the way") {
      const at = now - 5 * MINUTE;
      Object.assign(row, { onTheWayAt: at, expectedAt: at + 30 * MINUTE, updatedAt: at });
      record("on-the-way", "plumber", plumber.id, "confirmed", at);
      Object.assign(events.at(-1)!, { minutesAway: 30 });
    }
    if (turn === "missed") {
      const at = startsAt + 50 * MINUTE;
      Object.assign(row, { frozenAt: at, updatedAt: at });
      record("plumber-did-not-come", "client", client.id, "confirmed", at);
    }
    if (status === "in-progress" || done) record("start", "plumber", plumber.id, "in-progress", startsAt + 3 * MINUTE);
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
