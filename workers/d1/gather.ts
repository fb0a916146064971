import { isOverloaded } from "../../app/db/transient-errors";
import type { D1Call, Send, Step } from "./pipeline";

type Result = D1Result<Record<string, unknown>>;

/** A call that waits for the end of its turn. */
interface Waiting {
  call: D1Call;
  resolve: (results: Result[]) => void;
  reject: (error: unknown) => void;
}
interface Turn {
  reads: Waiting[];
  /** At most one batch with a write. */
  writing: Waiting | null;
}

/** Nothing but a select reads for certain; `with` may begin an insert. */
const isRead = (query: string) => /^\s*select\b/i.test(query);

/**
 * Sends the reads of one turn of the event loop as one batch: a page asks for its parts side by side and pays for one
 * call, and they are from one moment (law 6, decision 043). A batch with a write sent in the same turn carries them,
 * ahead of it; a second one goes by itself. A batch is one transaction: when it fails, each read is sent by itself, so
 * that one broken part costs that part alone. `note` is told of that.
 */
export function gatherReads(note: (error: unknown) => void = () => undefined): Step {
  let turn: Turn | null = null;

  function thisTurn(send: Send): Turn {
    if (turn) return turn;
    const begun: Turn = { reads: [], writing: null };
    // Not a microtask: code that first reads a token or checks a signature still belongs to the turn.
    setTimeout(() => {
      turn = null;
      void sendTurn(begun, send, note);
    });
    return (turn = begun);
  }

  return (call, send) => {
    const isReading = call.statements.every(isRead) && call.options.length === 0 && call.method in TO_ANSWER;
    if (!isReading && (call.method !== "batch" || turn?.writing)) return send(call);
    return new Promise<Result[]>((resolve, reject) => {
      const waiting = { call, resolve, reject };
      if (isReading) thisTurn(send).reads.push(waiting);
      else thisTurn(send).writing = waiting;
    }).then(TO_ANSWER[call.method]);
  };
}

/** What a method of D1's client makes of the results of its statements. */
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
    const results = await sendBatch(calls, send);
    for (const { call, resolve } of calls) resolve(results.splice(0, call.statements.length));
  } catch (error) {
    writing?.reject(error);
    if (isOverloaded(error)) return reads.forEach(({ reject }) => reject(error));
    note(error);
    await Promise.all(reads.map((read) => sendAlone(read, send)));
  }
}

const sendBatch = (calls: Waiting[], send: Send) =>
  send({
    statements: calls.flatMap(({ call }) => call.statements),
    prepared: calls.flatMap(({ call }) => call.prepared),
    method: "batch",
    options: [],
  }) as Promise<Result[]>;

async function sendAlone({ call, resolve, reject }: Waiting, send: Send): Promise<void> {
  const results = call.method === "batch" ? send(call) : send({ ...call, method: "all" }).then((result) => [result]);
  await (results as Promise<Result[]>).then(resolve, reject);
}
