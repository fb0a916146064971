import { BOOKING_STATUSES, type BookingStatus } from "../../app/domain/bookings/booking";
import { nextStep, type NextStep } from "../../app/domain/bookings/next-step/next-step";
import type { TimeWindow, StepReader } from "../../app/domain/bookings/next-step/step-facts";
import { INSTANTS, SITUATIONS, WINDOWS, type Situation } from "./situations";

const READERS: Record<string, { viewer: StepReader; isByPhone: boolean }> = {
  Client: { viewer: "client", isByPhone: false },
  Plumber: { viewer: "plumber", isByPhone: false },
  Office: { viewer: "office", isByPhone: false },
  "Office, for a client without an email": { viewer: "office", isByPhone: true },
};

const WHEN: Record<TimeWindow, string> = {
  ahead: "on a day before",
  day: "on the day",
  hour: "from an hour before",
  begun: "from the start",
  late: "from 10 minutes after the start",
  over: "a day after",
};

const describe = ({ sentence, brief, hint, primary, beside, waitsFor, urgency }: NextStep): string =>
  [
    [sentence, hint].filter(Boolean).join(" "),
    brief && `_${brief}_`,
    primary && `**${primary}**`,
    beside,
    waitsFor && `(waits for ${waitsFor.who}${urgency === "none" ? "" : `, ${urgency}`})`,
  ]
    .filter(Boolean)
    .join("<br>");

/** The rows of a situation, one for each part of the time in which somebody reads something else than before. */
function rowsOf({ status, name, facts }: Situation): string[] {
  const rows: { windows: TimeWindow[]; cells: string }[] = [];
  for (const window of WINDOWS[status]) {
    const read = Object.values(READERS).map(({ viewer, isByPhone }) =>
      viewer === "plumber" && facts.plumber === null
        ? "–"
        : describe(nextStep({ ...facts, isByPhone }, viewer, INSTANTS[window])),
    );
    const cells = read.map((cell, at) => (at > 0 && cell === read[at - 1] ? "the same" : cell)).join(" | ");
    const last = rows.at(-1);
    if (last?.cells === cells) last.windows.push(window);
    else rows.push({ windows: [window], cells });
  }
  return rows.map(({ windows, cells }) => {
    const when = WINDOWS[status].length > 1 && windows.length < WINDOWS[status].length ? `, ${WHEN[windows[0]!]}` : "";
    return `| ${name}${when} | ${cells} |`;
  });
}

const sectionOf = (status: BookingStatus): string =>
  [
    `## ${status}`,
    "",
    `| Situation | ${Object.keys(READERS).join(" | ")} |`,
    `| --- |${" --- |".repeat(Object.keys(READERS).length)}`,
    ...SITUATIONS.filter((situation) => situation.status === status).flatMap(rowsOf),
  ].join("\n");

/** The table of next steps (B30), as Markdown. The booking starts on Wednesday 25 November 2026 at 2:00 pm. */
export const nextStepsDocument = (): string =>
  `# Next steps

What Rudo (client), Tendai (plumber) and the office read on a booking, and what each is offered: in sentences, in a few words for lists (_in italics_), then the one primary action (**bold**) and the one beside it. The visit is on Wed 25 Nov 2026, 2:00 pm. Made from \`app/domain/bookings/next-step\` by \`npx vitest run --project unit scripts/next-steps -u\`; a test holds that it is current.

${BOOKING_STATUSES.map(sectionOf).join("\n\n")}
`;
