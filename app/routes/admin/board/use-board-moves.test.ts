// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BoardJob, BoardRow } from "~/domain/admin/board/board";
import { instantOf } from "~/domain/time/harare";

const page = vi.hoisted(() => ({ revalidate: vi.fn() }));
vi.mock("@remix-run/react", () => ({
  useRevalidator: () => ({ revalidate: page.revalidate }),
  useRouteLoaderData: () => ({ user: { tag: "office" } }),
}));

// Files share their modules: neither do others have the router above, nor this one theirs.
vi.resetModules();
afterAll(() => vi.resetModules());
const { useBoardMoves } = await import("./use-board-moves");

const at = (hour: number) => instantOf("2026-10-08", hour * 60);
const job = (reference: string, hour: number): BoardJob => ({
  reference,
  status: "confirmed",
  startsAt: at(hour),
  jobMinutes: 60,
  client: "Chipo",
});
const row = (id: string, ...jobs: BoardJob[]): BoardRow => ({ id, name: `Plumber ${id}`, hours: null, jobs });
const LOADED = [row("a", job("PB-1", 10), job("PB-2", 12)), row("b"), row("c")];

interface Answer {
  status?: number;
  problem?: string;
  redirected?: boolean;
  isLost?: boolean;
}

beforeEach(() => {
  vi.useFakeTimers();
  page.revalidate.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A board whose server is the test. */
function openBoard() {
  const sent: {
    url: string;
    fields: Record<string, string>;
    init: RequestInit;
    answer: (with_?: Answer) => Promise<void>;
  }[] = [];
  vi.stubGlobal(
    "fetch",
    (url: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) =>
        sent.push({
          url,
          init,
          fields: Object.fromEntries(init.body as URLSearchParams),
          answer: ({ status = 200, problem, redirected = false, isLost } = {}) =>
            act(async () => {
              if (isLost) return reject(new TypeError("no line"));
              const response =
                problem === undefined ? new Response("{}", { status }) : Response.json({ problem }, { status });
              resolve(Object.defineProperty(response, "redirected", { value: redirected }));
            }),
        }),
      ),
  );
  const hook = renderHook(({ rows }) => useBoardMoves(rows), { initialProps: { rows: LOADED } });
  const moves = () => hook.result.current;
  return {
    sent,
    moves,
    /** Where a job is shown: its row and its hour. */
    place(reference: string): string {
      const shown = moves().rows.find(({ jobs }) => jobs.some((one) => one.reference === reference))!;
      const start = shown.jobs.find((one) => one.reference === reference)!.startsAt;
      return `${shown.id} ${(start - at(0)) / 3_600_000}`;
    },
    move(reference: string, to: string, hour: number) {
      const from = moves().rows.find(({ jobs }) => jobs.some((one) => one.reference === reference))!;
      const moved = from.jobs.find((one) => one.reference === reference)!;
      return act(async () =>
        moves().move(moved, from, { row: moves().rows.find(({ id }) => id === to)!, start: at(hour) }),
      );
    },
    undo: () => act(async () => moves().undo()),
    load: (rows: BoardRow[]) => act(async () => hook.rerender({ rows })),
    leave: () => act(async () => void dispatchEvent(new Event("pagehide"))),
    close: () => act(async () => hook.unmount()),
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
  };
}

const FIELDS = {
  plumber: "b",
  appointmentDate: "2026-10-08",
  appointmentTime: "2:00 pm",
  from: "a",
  for: "office",
  fromStart: String(at(10)),
};

test("a move is shown at once, held for ten seconds, and then sent with where the job was", async () => {
  const { move, sent, moves, place, pass } = openBoard();
  await move("PB-1", "b", 14);
  expect([place("PB-1"), moves().held]).toEqual(["b 14", { plumber: "Plumber b", start: at(14) }]);
  await pass(9999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(moves().held).toBeNull();
  expect(sent).toMatchObject([{ url: "/admin-moves/PB-1", init: { method: "POST", keepalive: true } }]);
  expect(sent[0]!.fields).toEqual(FIELDS);
  await pass(60_000);
  expect(sent).toHaveLength(1);
});

test.each<[how: string, leave: (board: ReturnType<typeof openBoard>) => Promise<void>]>([
  ["the page is left", ({ leave }) => leave()],
  ["another page of the office is opened", ({ close }) => close()],
])("a held move is sent, once, when %s, and outlives the page", async (_, leave) => {
  const board = openBoard();
  await board.move("PB-1", "b", 14);
  await leave(board);
  await board.leave();
  await board.pass(60_000);
  expect(board.sent).toHaveLength(1);
  expect(board.sent[0]!.fields).toEqual({ ...FIELDS, isLeft: "1" });
  expect(board.sent[0]!.init.keepalive).toBe(true);
});

test("a held move doesn't wait for the one before when the page is left", async () => {
  const { move, sent, leave } = openBoard();
  await move("PB-1", "b", 14);
  await move("PB-2", "c", 15);
  await leave();
  expect(sent.map(({ url, fields }) => `${url} ${fields["isLeft"]}`)).toEqual([
    "/admin-moves/PB-1 undefined",
    "/admin-moves/PB-2 1",
  ]);
});

test("a page that is left without a held move sends nothing", async () => {
  const { move, undo, sent, leave, pass } = openBoard();
  await leave();
  await move("PB-1", "b", 14);
  await undo();
  await leave();
  await pass(60_000);
  expect(sent).toEqual([]);
});

test("a move that is undone is not sent, and the job is back where it was before", async () => {
  const { move, undo, sent, moves, place, pass } = openBoard();
  await move("PB-1", "b", 14);
  await undo();
  expect([place("PB-1"), moves().outcome, moves().held]).toEqual(["a 10", "undone", null]);
  await move("PB-1", "b", 14);
  expect(moves().outcome).toBeNull();
  await move("PB-1", "c", 16);
  await undo();
  expect(place("PB-1")).toBe("b 14");
  await pass(60_000);
  expect(sent.map(({ url }) => url)).toEqual(["/admin-moves/PB-1"]);
});

test("the next move sends the one that is held, and follows it once it has its answer", async () => {
  const { move, sent, pass, place } = openBoard();
  await move("PB-1", "b", 14);
  await move("PB-1", "c", 16);
  expect(sent).toHaveLength(1);
  await pass(10_000);
  expect(sent).toHaveLength(1);
  await sent[0]!.answer();
  expect(sent[1]!.fields).toMatchObject({ plumber: "c", from: "b", fromStart: String(at(14)) });
  expect(place("PB-1")).toBe("c 16");
});

const LOST = "may not have been moved: no answer came. Check your connection, then look where it stands.";
const SIGNED_OUT = "wasn't moved. You're signed out, or someone else is signed in here. Sign in, then move it again.";
test.each<{ what: string; answer: Answer; words: string; times?: number }>([
  {
    what: "is refused",
    answer: { status: 409, problem: "That slot is taken." },
    words: "wasn't moved. That slot is taken.",
  },
  { what: "is refused without words", answer: { status: 500 }, words: LOST },
  { what: "gets no answer", answer: { isLost: true }, words: LOST },
  { what: "comes after the session's end", answer: { redirected: true }, words: SIGNED_OUT, times: 0 },
])(
  "a move that $what is taken back with the reason, and so is a later one of the job",
  async ({ answer, words, times = 1 }) => {
    const { move, sent, moves, place, pass } = openBoard();
    await move("PB-1", "b", 14);
    await move("PB-1", "c", 16);
    await sent[0]!.answer(answer);
    expect(place("PB-1")).toBe("a 10");
    expect(moves().outcome).toEqual({ problem: `The job of Chipo (PB-1) ${words}` });
    expect([moves().held, page.revalidate.mock.calls.length]).toEqual([null, times]);
    await pass(60_000);
    expect(sent).toHaveLength(1);
  },
);

test("a refused move leaves another job's held move alone", async () => {
  const { move, sent, moves, place } = openBoard();
  await move("PB-1", "b", 14);
  await move("PB-2", "c", 15);
  await sent[0]!.answer({ status: 409, problem: "Taken." });
  expect([place("PB-1"), place("PB-2"), moves().held]).toEqual([
    "a 10",
    "c 15",
    { plumber: "Plumber c", start: at(15) },
  ]);
});

test.each<{ where: string; read: BoardRow; shown: string }>([
  { where: "in another row", read: row("c", job("PB-1", 10)), shown: "c 10" },
  { where: "at another hour", read: row("a", job("PB-1", 18)), shown: "a 18" },
])(
  "a move is shown until the board has been read with its job $where, whatever came of it",
  async ({ read, shown }) => {
    const { move, sent, load, place, pass } = openBoard();
    await move("PB-1", "b", 14);
    await pass(10_000);
    await sent[0]!.answer();
    expect(page.revalidate).toHaveBeenCalledTimes(1);
    // Read before the move, and arrived after its answer.
    await load(LOADED.map((one) => ({ ...one })));
    expect(place("PB-1")).toBe("b 14");
    await load([row("b"), read]);
    expect(place("PB-1")).toBe(shown);
  },
);

test("a move that the board never shows is no longer shown ten seconds after its answer", async () => {
  const { move, sent, place, pass } = openBoard();
  await move("PB-1", "b", 14);
  await pass(10_000);
  await sent[0]!.answer();
  await pass(9999);
  expect(place("PB-1")).toBe("b 14");
  await pass(1);
  expect(place("PB-1")).toBe("a 10");
});
