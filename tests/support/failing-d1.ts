import { afterEach, beforeEach, vi } from "vitest";
import { pipeline } from "../../workers/d1";
import { env } from "./env";

/** The error of D1 when the line to it breaks. */
export const LINE_LOST = "D1_ERROR: Network connection lost.";

/** The real D1, which fails on command: `fails` is asked for each call, by its statements, its number from 0 and its values. */
export function failingD1(
  fails: (statements: string[], nth: number, values: unknown[]) => boolean,
  message = LINE_LOST,
): D1Database {
  let calls = 0;
  return pipeline(env.DB, (call, send) => {
    const values = call.prepared.flatMap((statement) => Reflect.get(statement, "params") as unknown[]);
    return fails(call.statements, calls++, values) ? Promise.reject(new Error(message)) : send(call);
  });
}

/** The error of D1 at a row that no statement can read. */
export const ROW_BROKEN = "D1_ERROR: LIKE or GLOB pattern too complex: SQLITE_ERROR";

/** True for a statement that has these words, without the quotes that drizzle puts around names. */
export const saysInSql = (statement: string, words: string) => statement.replaceAll('"', "").includes(words);

/** A version of the Worker of its own, which sees no other copies of pages. */
export const newVersion = () => ({ VERSION: { id: crypto.randomUUID() } });

/** The errors in the log, as it is emptied before each test of a file. */
export function errorsLogged(): Record<string, unknown>[] {
  const log: Record<string, unknown>[] = [];
  beforeEach(() => {
    log.length = 0;
    vi.spyOn(console, "error").mockImplementation(
      (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>),
    );
  });
  afterEach(() => vi.restoreAllMocks());
  return log;
}

/** Nothing gets through. */
export const lostD1 = () => failingD1(() => true);

/** Each batch fails, and what is asked for by itself does not. */
export const failingBatches = () => failingD1((statements) => statements.length > 1);

/** D1 whose first call with these words is sent by `act`. */
function exceptFirst(words: string, act: Parameters<typeof pipeline>[1]): D1Database {
  let isOver = false;
  return pipeline(env.DB, (call, send) => {
    if (isOver || !call.statements.some((statement) => saysInSql(statement, words))) return send(call);
    isOver = true;
    return act(call, send);
  });
}

/** D1 that runs each statement, but loses the result of the first call with these words. */
export const forgetfulD1 = (words: string) =>
  exceptFirst(words, async (call, send) => {
    await send(call);
    throw new Error(LINE_LOST);
  });

/** D1 before whose first call with these words something else happens. */
export const interruptedD1 = (words: string, meanwhile: () => Promise<unknown>) =>
  exceptFirst(words, async (call, send) => {
    await meanwhile();
    return send(call);
  });

const KILLED = "killed";

/** D1 whose batch number `after` breaks: before it arrives, or behind it, when its answer is lost. */
export function breakingD1(after: number, isLost: boolean): D1Database {
  let batches = 0;
  return pipeline(env.DB, async (call, send) => {
    if (call.statements.length === 1 || ++batches !== after) return send(call);
    if (isLost) await send(call);
    throw new Error(KILLED);
  });
}

/** True for the failure of a D1 that broke. */
export const isKilled = (error: unknown): boolean =>
  error instanceof Error && (error.message === KILLED || isKilled(error.cause));
