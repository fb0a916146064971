import { expect, test } from "vitest";
import { ALWAYS } from "../time/availability";
import { instantOf } from "../time/harare";
import { NOBODY, type BoardRow } from "./board-view";
import { packRows, unpackRows } from "./packed-board";

const since = instantOf("2026-11-23", 0);
const job = (reference: string, startsAt: number, status: "pending" | "confirmed" | "completed", client: string) => ({
  reference,
  status,
  startsAt,
  jobMinutes: 90,
  client,
  isMovable: status !== "completed",
});
const rows: BoardRow[] = [
  { id: NOBODY, name: "", hours: null, jobs: [job("PB-1", since, "pending", "")] },
  { id: "tendai", name: "Tendai Moyo", hours: ALWAYS, jobs: [] },
  {
    id: "farai",
    name: "Farai, the 2nd",
    hours: { ...ALWAYS, daysOff: 3, jobMinutes: 90 },
    jobs: [
      job("PB-2", instantOf("2026-11-25", 615), "completed", "Rudo | Ncube"),
      job("PB-3", instantOf("2026-11-29", 600) + 1, "confirmed", "Chipo; Dube"),
    ],
  },
  { id: "gone", name: "Gone", hours: null, jobs: [job("PB-4", since, "confirmed", "A")] },
  { id: "other", name: "Other", hours: { ...ALWAYS }, jobs: [] },
];

test("packed rows are the same once they are unpacked", () => {
  expect(unpackRows(packRows(rows, since))).toEqual(rows);
  expect(unpackRows(packRows([], since))).toEqual([]);
});

test("hours that several plumbers have are there once", () => {
  expect(packRows(rows, since).hours).toHaveLength(2);
});

test("a name cannot end its field or its line", () => {
  const [row] = unpackRows(packRows([{ ...rows[1]!, name: "Tendai\tMoyo\nJunior" }], since));
  expect(row).toMatchObject({ id: "tendai", name: "Tendai Moyo Junior", jobs: [] });
});
