import { isOfSqlite, isOverloaded } from "../app/db/transient-errors";

// A request's calls pass through `gatherReads`, `meterD1` and, in local mode, `failAsAsked` on their way to D1, which repeats
// a select by itself when it fails briefly. Scheduled tasks and Durable Objects ask D1 directly.

export interface D1Call {
  statements: string[];
  /** The same, ready to be sent: several of a batch, else one. */
  prepared: D1PreparedStatement[];
  /** Of D1's client: `all`, `raw`, `run`, `first` or `batch`. */
  method: string;
  options: unknown[];
}

type Send = (call: D1Call) => Promise<unknown>;
type Step = (call: D1Call, send: Send) => Promise<unknown>;

/** D1 with each of its calls passing through `steps`, the first one outermost. */
export function pipeline(d1: D1Database, ...steps: Step[]): D1Database {
  const send = steps.reduceRight<Send>((next, step) => (call) => step(call, next), sendTo(d1));
  const originals = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();
  const originalOf = (statement: D1PreparedStatement) => originals.get(statement) ?? { statement, query: "" };

  const wrapStatement = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values), query);
        const property: unknown = Reflect.get(target, name);
        if (typeof property !== "function") return property;
        return (...options: unknown[]) =>
          send({ statements: [query], prepared: [target], method: String(name), options });
      },
    });
    originals.set(wrapped, { statement, query });
    return wrapped;
  };

  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (query: string) => wrapStatement(target.prepare(query), query);
      if (name === "batch") {
        return (given: D1PreparedStatement[]) => {
          const batch = given.map(originalOf);
          return send({
            statements: batch.map(({ query }) => query),
            prepared: batch.map(({ statement }) => statement),
            method: "batch",
            options: [],
          });
        };
      }
      const property: unknown = Reflect.get(target, name);
      return typeof property === "function" ? (property as () => unknown).bind(target) : property;
    },
  });
}

const sendTo =
  (d1: D1Database): Send =>
  ({ prepared, method, options }) => {
    if (method === "batch") return d1.batch(prepared);
    const [statement] = prepared;
    return Reflect.apply(Reflect.get(statement!, method) as Send, statement, options);
  };

export interface D1Meter {
  step: Step;
  depth: () => number;
  calls: () => number;
  rowsRead: () => number;
  hasQueuedNotice: () => boolean;
}

/** Marking notices as seen queues none. */
const QUEUES_NOTICE = /^\s*(insert into|update) "notices"(?! set "seen_at")/;

/**
 * Counts calls, rows read as far as D1 says, and how deep calls waited for one another (law 6): a call is one deeper
 * than the deepest that had ended when it began. `delayMs` stands for a database far away.
 */
export function meterD1(delayMs = 0): D1Meter {
  let calls = 0;
  let deepest = 0;
  let ended = 0;
  let rows = 0;
  let hasQueued = false;

  async function step(...[call, send]: Parameters<Step>): Promise<unknown> {
    calls += 1;
    const depth = ended + 1;
    deepest = Math.max(deepest, depth);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      const result = await send(call);
      const answers: unknown[] = [result].flat();
      for (const answer of answers) rows += metaOf(answer)?.rows_read ?? 0;
      // A row that a statement returns by itself comes without a count.
      hasQueued ||= call.statements.some((text, at) => QUEUES_NOTICE.test(text) && metaOf(answers[at])?.changes !== 0);
      return result;
    } catch (error) {
      // It may have been stored anyway.
      hasQueued ||= call.statements.some((text) => QUEUES_NOTICE.test(text));
      throw error;
    } finally {
      ended = Math.max(ended, depth);
    }
  }

  return { step, depth: () => deepest, calls: () => calls, rowsRead: () => rows, hasQueuedNotice: () => hasQueued };
}

const metaOf = (answer: unknown) => (answer as Partial<D1Result> | null)?.meta;

type Result = D1Result<Record<string, unknown>>;

interface Waiting {
  call: D1Call;
  resolve: (results: Result[]) => void;
  reject: (error: unknown) => void;
}
interface Turn {
  reads: Waiting[];
  /** At most one batch with a write. */
  writing: Waiting | null;
  /** Ends with the last write of the turn: each waits for the one before it. */
  written: Promise<unknown>;
}

/** Nothing but a select reads for certain; `with` may begin an insert. */
const isRead = (query: string) => /^\s*select\b/i.test(query);

/**
 * Sends the reads of one turn of the event loop as one batch, ahead of a write's batch of that turn: one call, from one
 * moment (law 6, decision 043). When it fails, each read is sent by itself, and then the write, where SQLite refused the
 * call and so stored nothing: a broken part costs itself. Further writes of the turn follow one after the other.
 */
export function gatherReads(note: (error: unknown) => void = () => undefined): Step {
  let turn: Turn | null = null;

  function thisTurn(send: Send): Turn {
    if (turn) return turn;
    const { promise: written, resolve } = Promise.withResolvers<unknown>();
    const begun: Turn = { reads: [], writing: null, written };
    // Not a microtask: code that first reads a token or checks a signature still belongs to the turn.
    setTimeout(() => {
      turn = null;
      resolve(sendTurn(begun, send, note));
    });
    return (turn = begun);
  }

  return (call, send) => {
    const isReading = call.statements.every(isRead) && call.options.length === 0 && call.method in TO_ANSWER;
    if (!isReading && turn?.writing) {
      const sending = turn.written.then(() => send(call));
      turn.written = sending.catch(() => undefined);
      return sending;
    }
    if (!isReading && call.method !== "batch") return send(call);
    return new Promise<Result[]>((resolve, reject) => {
      const waiting = { call, resolve, reject };
      if (isReading) thisTurn(send).reads.push(waiting);
      else thisTurn(send).writing = waiting;
    }).then(TO_ANSWER[call.method]);
  };
}

const TO_ANSWER: Record<string, (results: Result[]) => unknown> = {
  batch: (results) => results,
  all: ([result]) => result,
  // Rows of a batch are objects. Their columns' names differ (`app/db/dialect.ts`).
  raw: ([result]) => result!.results.map((row) => Object.values(row)),
};

async function sendTurn({ reads, writing }: Turn, send: Send, note: (error: unknown) => void): Promise<void> {
  const calls = writing ? [...reads, writing] : reads;
  if (calls.length === 1) return sendAlone(calls[0]!, send);
  try {
    const results = (await send({
      statements: calls.flatMap(({ call }) => call.statements),
      prepared: calls.flatMap(({ call }) => call.prepared),
      method: "batch",
      options: [],
    })) as Result[];
    for (const { call, resolve } of calls) resolve(results.splice(0, call.statements.length));
  } catch (error) {
    // When the answer was lost, the write may have been stored.
    const mayBeStored = !isOfSqlite(error);
    if (mayBeStored) writing?.reject(error);
    if (isOverloaded(error)) return reads.forEach(({ reject }) => reject(error));
    note(error);
    await Promise.all(reads.map((read) => sendAlone(read, send)));
    if (writing && !mayBeStored) await sendAlone(writing, send);
  }
}

async function sendAlone({ call, resolve, reject }: Waiting, send: Send): Promise<void> {
  const results = call.method === "batch" ? send(call) : send({ ...call, method: "all" }).then((result) => [result]);
  await (results as Promise<Result[]>).then(resolve, reject);
}

/** Names the statements that are to fail: a part of their text, or `*` for all. */
const HEADER = "Dev-D1-Fails";

/** Local mode only: D1 fails as a request asks for it, so that what users then see can be tried by hand and in a browser. */
export function failAsAsked({ headers }: Request): Step {
  const part = headers.get(HEADER);
  return (call, send) =>
    part !== null && (part === "*" || call.statements.some((statement) => statement.includes(part)))
      ? Promise.reject(new Error("D1_ERROR: Network connection lost."))
      : send(call);
}
