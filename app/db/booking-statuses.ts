// The words of a booking's status, and their groups. Imports nothing, so that pure files may read it (decision 047).

export type Phase = "requested" | "agreed" | "under way" | "done" | "called off";

/** A booking's statuses, in the order of its process. The groups below follow from their phases. */
const PHASES = {
  pending: "requested",
  confirmed: "agreed",
  "in-progress": "under way",
  completed: "done",
  cancelled: "called off",
  refused: "called off",
} as const satisfies Record<string, Phase>;

export type BookingStatus = keyof typeof PHASES;
export const BOOKING_STATUSES = Object.keys(PHASES) as [BookingStatus, ...BookingStatus[]];

export const phaseOf = (status: BookingStatus): Phase => PHASES[status];

type In<P extends Phase> = { [S in BookingStatus]: (typeof PHASES)[S] extends P ? S : never }[BookingStatus];

const statusesIn = <P extends Phase>(...phases: P[]): readonly In<P>[] =>
  BOOKING_STATUSES.filter((status): status is In<P> => (phases as Phase[]).includes(PHASES[status]));

/** Still to happen: they hold their slot (B6) and count as active (B21). */
export const OPEN_STATUSES = statusesIn("requested", "agreed", "under way");
export type OpenStatus = (typeof OPEN_STATUSES)[number];

/** The work has not begun: its time and its plumber can still change (B13, B14). */
export const TO_COME_STATUSES = statusesIn("requested", "agreed");

/** The plumber has said yes and the job is not over. */
export const AGREED_STATUSES = statusesIn("agreed", "under way");

export const UNDER_WAY_STATUSES = statusesIn("under way");

/** The plumber has begun, and it was not cancelled. */
export const BEGUN_STATUSES = statusesIn("under way", "done");

/** The plumber has said yes, and it was not cancelled. */
export const ACCEPTED_STATUSES = statusesIn("agreed", "under way", "done");

export const CALLED_OFF_STATUSES = statusesIn("called off");
export type CalledOffStatus = (typeof CALLED_OFF_STATUSES)[number];

export const CLOSED_STATUSES = statusesIn("done", "called off");

/** Open or completed: what a plumber's week consists of. */
export const KEPT_STATUSES = statusesIn("requested", "agreed", "under way", "done");
export type KeptStatus = (typeof KEPT_STATUSES)[number];

/** The office's decisions about a visit that one side says was missed (M5). The first two end the booking. */
export const VISIT_OUTCOMES = ["plumber-did-not-come", "nobody-was-there", "another-time", "took-place"] as const;
export type VisitOutcome = (typeof VISIT_OUTCOMES)[number];

const isIn =
  <S extends BookingStatus>(statuses: readonly S[]) =>
  (status: BookingStatus): status is S =>
    (statuses as readonly BookingStatus[]).includes(status);

export const isOpen = isIn(OPEN_STATUSES);
export const isToCome = isIn(TO_COME_STATUSES);
export const isAgreed = isIn(AGREED_STATUSES);
export const isUnderWay = isIn(UNDER_WAY_STATUSES);
export const isAccepted = isIn(ACCEPTED_STATUSES);
export const isCalledOff = isIn(CALLED_OFF_STATUSES);
