import type { Availability } from "../../app/domain/time/availability";

/** How a plumber of the demo town works. */
export interface DemoHabits {
  /** How long a request usually waits for an answer. */
  minutesToAnswer: number;
  /** Jobs of the weeks before those of the plan. */
  earlierJobs: number;
  /** What differs from the opening hours. */
  hours: Partial<Availability>;
  /** Today and tomorrow start with a job. */
  hasBusyMornings: boolean;
  /** No start of this week is free. */
  isFull: boolean;
}

const habits = (
  minutesToAnswer: number,
  earlierJobs: number,
  hours: Partial<Availability> = {},
  more: Partial<DemoHabits> = {},
): DemoHabits => ({ minutesToAnswer, earlierJobs, hours, hasBusyMornings: false, isFull: false, ...more });

const BUSY = { hasBusyMornings: true };
const SUNDAYS = 0b1000000;
const WEEKENDS = 0b1100000;
const noon = 12 * 60;

/** In the order of `DEMO_PLUMBERS`. */
export const DEMO_HABITS: DemoHabits[] = [
  habits(12, 16),
  habits(45, 9, { opensAt: 11 * 60 }),
  habits(5, 21),
  habits(150, 12, { opensAt: noon }),
  habits(25, 6, { opensAt: noon - 90 }),
  habits(75, 19, { closesAt: 17 * 60, jobMinutes: 120, daysOff: WEEKENDS }, BUSY),
  habits(20, 14, { opensAt: 11 * 60 + 30 }),
  habits(180, 5, { opensAt: 14 * 60 }),
  habits(8, 7),
  habits(35, 4, { opensAt: 13 * 60 }),
  habits(240, 20, { closesAt: 16 * 60, jobMinutes: 120, daysOff: 0b1100100 }),
  habits(15, 8),
  habits(90, 5),
  habits(300, 17, { opensAt: 15 * 60 }),
  habits(55, 11, { closesAt: 18 * 60, jobMinutes: 90, daysOff: SUNDAYS }, BUSY),
  habits(40, 13, { opensAt: 12 * 60 + 30 }),
  habits(120, 4, { closesAt: 15 * 60, jobMinutes: 60, daysOff: WEEKENDS }, BUSY),
  habits(30, 10, { closesAt: 14 * 60, jobMinutes: 120, daysOff: 0b1010101 }, { isFull: true }),
  habits(210, 15, { closesAt: 17 * 60, daysOff: 0b1000110 }),
  habits(18, 3, { opensAt: 16 * 60 }),
  habits(65, 18, { opensAt: 13 * 60 + 30 }),
  habits(100, 9, { closesAt: 19 * 60, jobMinutes: 60 }, BUSY),
  habits(10, 7, { opensAt: 11 * 60, jobMinutes: 90 }, BUSY),
  habits(22, 5, { opensAt: 14 * 60 + 30 }),
];
