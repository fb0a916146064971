import type { bookingEvents, bookings, privatePhotos } from "../../app/db/schema";
import type { BookingStatus } from "../../app/domain/bookings/booking";
import { PRIVATE_PHOTO_SIZES, type PrivatePhotoSize } from "../../app/domain/photos/photo";
import { privateKey } from "../../app/domain/photos/private-photos.server";
import { hasConflict, MINUTES_WITHOUT_PLUMBER, SLOT_MINUTES, weekdayBit } from "../../app/domain/time/availability";
import { addDays, dateAt, DAY, HOUR, type Instant, instantOf, MINUTE } from "../../app/domain/time/harare";
import { cityKey } from "../../app/domain/values/cities";
import { DEMO_CLIENTS, DEMO_PLUMBERS, type DemoClient, type DemoPlumber } from "./demo-people";
import { demoBookingId, FIRST_EARLIER_JOB, FIRST_PAID_ONLINE, isPaidOnline, problemOf } from "./demo-problems";

export type Booking = typeof bookings.$inferInsert;
/** Numbered when all of a booking's are there. */
export type BookingEvent = Omit<typeof bookingEvents.$inferInsert, "seq">;

interface NewBooking {
  plumber: DemoPlumber | null;
  client: DemoClient;
  startsAt: Instant;
  status: BookingStatus;
  /** Its number, which with its plumber says what it is about (`problemOf`); otherwise the next. */
  number?: number;
  turn?: "cancelled late" | "cancelled by plumber" | "on the way" | "missed";
}

// Days from today, start of day in minutes, and its status. Times are on the appointment page's grid.
const PLAN: { day: number; minute: number; status: BookingStatus }[] = [
  { day: -21, minute: 600, status: "completed" },
  { day: -14, minute: 690, status: "completed" },
  { day: -9, minute: 840, status: "completed" },
  { day: -8, minute: 960, status: "cancelled" },
  { day: -6, minute: 630, status: "refused" },
  { day: -5, minute: 780, status: "completed" },
  { day: -3, minute: 900, status: "completed" },
  { day: -2, minute: 1020, status: "cancelled" },
  { day: -1, minute: 660, status: "completed" },
  { day: 1, minute: 600, status: "confirmed" },
  { day: 1, minute: 870, status: "pending" },
  { day: 2, minute: 720, status: "pending" },
  { day: 3, minute: 1080, status: "confirmed" },
  { day: 4, minute: 630, status: "cancelled" },
  { day: 5, minute: 930, status: "pending" },
];

/** The first client's online payments: the plumber by number, the day from today. */
export const ONLINE = {
  paidOut: { number: FIRST_PAID_ONLINE, plumber: 0, day: -12 },
  released: { number: FIRST_PAID_ONLINE + 1, plumber: 0, day: -4 },
  held: { number: FIRST_PAID_ONLINE + 2, plumber: 0, day: 9 },
  refundDue: { number: FIRST_PAID_ONLINE + 3, plumber: 1, day: 7 },
  unanswered: { number: FIRST_PAID_ONLINE + 4, plumber: 4, day: 8 },
} as const;

/** Bookings in every status around today, the same for the same day, and the history that does not follow from them. */
export function planBookings(now: Instant, { paysOnline }: { paysOnline: boolean }) {
  const rows: Booking[] = [];
  const events: BookingEvent[] = [];
  const instantOn = (day: number, minute: number) => instantOf(addDays(dateAt(now), day), minute);
  const caller = DEMO_CLIENTS.find(({ isCaller }) => isCaller)!;
  const near = ({ city }: DemoPlumber) => DEMO_CLIENTS.filter((client) => client.city === city && client !== caller);
  const othersNear = (plumber: DemoPlumber) => near(plumber).filter((client) => client !== DEMO_CLIENTS[0]);
  const clientAt = (clients: DemoClient[], turn: number) => clients[turn % clients.length]!;

  DEMO_PLUMBERS.forEach((plumber, p) => {
    PLAN.forEach(({ day, minute, status }, b) => {
      // The named accounts see the whole plan; the others about half of it, each another half.
      if (p > 0 && (p * 7 + b * 5) % 9 > 4) return;
      const client = p === 0 && b % 3 === 0 ? DEMO_CLIENTS[0]! : clientAt(near(plumber), p * 5 + b * 3);
      // No client has more than two pending requests: visitors of the demo need room below the limit of five.
      const waiting = rows.filter((row) => row.clientId === client.id && row.status === "pending").length;
      add({
        plumber,
        client,
        startsAt: instantOn(day, minute + ((p * 30) % 120)),
        status: status === "pending" && waiting >= 2 ? "confirmed" : status,
        // The other cancelled ones were so before anybody had answered.
        ...(day === -2 && p % 4 === 0 && { turn: "cancelled late" }),
        ...(day === 4 && p % 2 === 1 && { turn: "cancelled by plumber" }),
      });
    });
  });

  const numbered = (index: number) => DEMO_PLUMBERS[index]!;
  const first = numbered(0);
  const client = DEMO_CLIENTS[0]!;
  // Begun half an hour ago, on the half hour.
  const working = (Math.floor((2 * now) / HOUR) - 1) * (HOUR / 2);
  add({ plumber: first, client: DEMO_CLIENTS[1]!, startsAt: working, status: "in-progress" });
  add({ plumber: numbered(1), client, startsAt: working + 1.5 * HOUR, status: "confirmed", turn: "on the way" });
  const missed = { client: DEMO_CLIENTS[6]!, startsAt: instantOn(-1, 900), turn: "missed" } as const;
  add({ plumber: numbered(2), status: "confirmed", ...missed });
  add({ plumber: first, client: caller, startsAt: instantOn(-7, 660), status: "completed" });
  add({ plumber: first, client: caller, startsAt: instantOn(2, 600), status: "confirmed" });
  add({ plumber: null, client, startsAt: instantOn(6, 570), status: "pending" });
  // Refused by one, and another one was asked.
  add({ plumber: numbered(2), client, startsAt: instantOn(3, 840), status: "confirmed" });
  add({ plumber: numbered(4), client, startsAt: instantOn(3, 840), status: "refused" });

  // Mornings of today and tomorrow that begin with a job, and one plumber's whole week.
  DEMO_PLUMBERS.forEach((plumber, p) => {
    const { opensAt, closesAt, daysOff, jobMinutes } = plumber.hours;
    const isFull = plumber.week === "full";
    for (let day = 0; day < (isFull ? 7 : plumber.week === "busy" ? 2 : 0); day++) {
      if (daysOff & weekdayBit(addDays(dateAt(now), day))) continue;
      for (let minute: number = opensAt; minute < (isFull ? closesAt : opensAt + 1); minute += SLOT_MINUTES) {
        const startsAt = instantOn(day, minute);
        const taken = rows.filter((row) => row.plumberId === plumber.id && row.status !== "cancelled");
        const held = taken.map((row) => ({ startsAt: row.startsAt, jobMinutes: row.jobMinutes ?? SLOT_MINUTES }));
        if (startsAt <= now || hasConflict(jobMinutes, held, startsAt)) continue;
        add({ plumber, client: clientAt(othersNear(plumber), p + day + minute / 30), startsAt, status: "confirmed" });
      }
    }
  });

  // Each plumber's work of some weeks ago, all of one kind, so that it has a usual price where there are five jobs (D18).
  let number = FIRST_EARLIER_JOB;
  DEMO_PLUMBERS.forEach((plumber, p) => {
    for (let job = 0; job < plumber.earlierJobs; job++) {
      const startsAt = instantOn(-24 - Math.floor(1.4 * job), 600 + ((p * 30 + job * 90) % 480));
      add({ plumber, client: clientAt(othersNear(plumber), p + job), startsAt, status: "completed", number: number++ });
    }
  });

  if (paysOnline)
    for (const { number, plumber, day } of Object.values(ONLINE)) {
      const status = day < 0 ? "completed" : "confirmed";
      add({ plumber: DEMO_PLUMBERS[plumber]!, client, startsAt: instantOn(day, 570), status, number });
    }
  return { rows, events };

  function add({ plumber, client, startsAt, status, turn, number = rows.length }: NewBooking) {
    const id = demoBookingId(number);
    const { serviceType, notes, report } = problemOf({ id, plumberId: plumber?.id });
    const toAnswer = Math.round((plumber?.minutesToAnswer ?? 30) * MINUTE * [0.6, 1, 1.5][number % 3]!);
    const lately = now - (number % 40) * HOUR - 2 * HOUR - toAnswer;
    const createdAt = isPaidOnline(id) ? Math.min(startsAt, now) - 4 * DAY : Math.min(startsAt - 2 * DAY, lately);
    const answeredAt = createdAt + toAnswer;
    const isDone = status === "completed";
    const row: Booking = {
      id,
      reference: `PB-${demoReference(number)}`,
      clientId: client.id,
      plumberId: plumber?.id ?? null,
      cityKey: cityKey(plumber?.city ?? client.city),
      status,
      startsAt,
      jobMinutes: plumber?.hours.jobMinutes ?? MINUTES_WITHOUT_PLUMBER,
      fee: plumber?.feeCents,
      // The API leaves it optional.
      serviceType: number % 16 === 9 ? null : serviceType,
      suburb: client.suburb,
      city: client.city,
      street: client.street,
      notes: number % 4 === 3 ? null : notes,
      report: isDone && number % 3 !== 2 ? report : null,
      seenAt: status === "pending" ? null : answeredAt,
      createdAt,
      askedAt: createdAt,
      updatedAt: isDone ? startsAt + HOUR : answeredAt,
      completedAt: isDone ? startsAt + HOUR : null,
    };
    rows.push(row);

    type Turn = Pick<BookingEvent, "event" | "toStatus" | "at" | "reason" | "minutesAway">;
    const record = (by: DemoPlumber | DemoClient, turn: Turn) => {
      const actorRole = by === client ? "client" : "plumber";
      events.push({ id: `${id}-${turn.event}`, bookingId: id, actorRole, actorId: by.id, ...turn });
    };
    if (status === "cancelled") {
      const by = turn === "cancelled by plumber" ? plumber! : client;
      const at = { "cancelled late": startsAt - 45 * MINUTE, "cancelled by plumber": answeredAt + HOUR }[String(turn)];
      if (turn) record(plumber!, { event: "confirm", toStatus: "confirmed", at: answeredAt });
      if (turn === "cancelled late") Object.assign(row, { cancelledLateBy: "client", updatedAt: at });
      const reason = by === client ? "The problem is solved" : "I'm not free at that time";
      record(by, { event: "cancel", toStatus: "cancelled", at: at ?? answeredAt, reason });
    } else if (turn === "on the way") {
      const at = now - 5 * MINUTE;
      Object.assign(row, { onTheWayAt: at, expectedAt: at + 30 * MINUTE, updatedAt: at });
      record(plumber!, { event: "on-the-way", toStatus: "confirmed", at, minutesAway: 30 });
    } else if (turn === "missed") {
      const at = startsAt + 50 * MINUTE;
      Object.assign(row, { frozenAt: at, updatedAt: at });
      record(client, { event: "plumber-did-not-come", toStatus: "confirmed", at });
    }
  }
}

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Six signs of a reference that look like chance: a number in base 30. */
function demoReference(number: number): string {
  const drawn = (number * 79_999_991 + 104_729) % 30 ** 6;
  return Array.from({ length: 6 }, (_, place) => ALPHABET[Math.floor(drawn / 30 ** place) % 30]).join("");
}

/** Drawings of problems, and of the same places before and after the work, in the sizes and format of a stored photo. */
const SOURCES = new URL("./job-photos/", import.meta.url);

/** Photos of jobs (P5): of all those of `shown` accounts, of the others every fifth. `files`: by name in the bucket. */
export function planPhotos(rows: Booking[], shown: string[], now: Instant) {
  const photos: (typeof privatePhotos.$inferInsert)[] = [];
  const files: [name: string, source: URL][] = [];
  /** A plumber's page shows each of the five illustrations once. */
  const onPage = new Set<string>();
  rows.forEach((row, number) => {
    const { id: bookingId, clientId, plumberId, startsAt, createdAt, completedAt } = row;
    if (number % 5 !== 0 && !shown.includes(clientId) && !shown.includes(plumberId ?? "")) return;
    const { illustration } = problemOf(row);
    const place = `${plumberId} ${illustration}`;
    const isReleased = row.photosSharedAt != null && !onPage.has(place);
    if (isReleased) onPage.add(place);
    const isBegun = row.status === "in-progress" || row.status === "completed";
    for (const [kind, uploadedBy, at] of [
      ["problem", clientId, createdAt],
      ["before", plumberId, isBegun && Math.min(startsAt + 5 * MINUTE, now)],
      ["after", plumberId, completedAt && completedAt - 5 * MINUTE],
    ] as const) {
      if (!at) continue;
      const id = `demophoto${kind.charAt(0)}${String(number).padStart(14, "0")}`;
      const releasedAt = isReleased && kind !== "problem" ? at : null;
      photos.push({ id, kind, bookingId, uploadedBy, uploadId: id, createdAt: at, releasedAt });
      const store = (name: string | number, size: PrivatePhotoSize) =>
        files.push([`${privateKey(id)}-${name}.webp`, new URL(`${illustration}-${kind}-${size}.webp`, SOURCES)]);
      for (const size of PRIVATE_PHOTO_SIZES) store(size, size);
      if (releasedAt === null) continue;
      // The illustrations are small enough as they are.
      store("work-640", 1280);
      store("work-320", 320);
    }
  });
  return { photos, files };
}
