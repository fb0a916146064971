import { isOverloaded } from "../app/db/transient-errors";
import { aroundD1, type D1Call } from "./d1-around";
import { checkColumns, withDistinctColumns } from "./d1-columns";
import { isRead } from "./d1-retry";

/** One select that waits for the end of its turn. */
interface Read {
  prepared: D1PreparedStatement;
  resolve: (result: D1Result<Row>) => void;
  reject: (error: unknown) => void;
}
type Row = Record<string, unknown>;

/** A batch with a write that waits for the end of its turn. */
interface WritingBatch {
  prepared: D1PreparedStatement[];
  resolve: (results: D1Result<Row>[]) => void;
  reject: (error: unknown) => void;
}
interface Turn {
  reads: Read[];
  writing: WritingBatch | null;
}

/**
 * D1 that sends the reads of one turn of the event loop as one batch: a page asks for its parts side by side and pays
 * for one call, and they are from one moment (law 6). A batch with a write sent in the same turn carries them,
 * ahead of it; a second one goes by itself. A batch is one transaction; if it fails each read is sent by itself,
 * so that one broken part costs that part alone.
 */
export function gatherReads(d1: D1Database): D1Database {
  let turn: Turn | null = null;

  const thisTurn = (): Turn => {
    if (turn) return turn;
    const begun: Turn = { reads: [], writing: null };
    // Not a microtask: code that first reads a token or checks a signature still belongs to the turn.
    setTimeout(() => {
      turn = null;
      void send(d1, begun);
    });
    return (turn = begun);
  };

  const ask = (prepared: D1PreparedStatement) =>
    new Promise<D1Result<Row>>((resolve, reject) => void thisTurn().reads.push({ prepared, resolve, reject }));

  const askToWrite = (prepared: D1PreparedStatement[]) =>
    new Promise<D1Result<Row>[]>((resolve, reject) => void (thisTurn().writing = { prepared, resolve, reject }));

  function around<T>({ statements, prepared, method, options, run }: D1Call<T>): Promise<T> {
    if (options.length > 0) return run();
    if (!statements.every(isRead))
      return method === "batch" && !turn?.writing ? (askToWrite(prepared) as Promise<T>) : run();
    const results = () => Promise.all(prepared.map(ask));
    const byPlace = async () => {
      const answers = await results();
      answers.forEach(({ results: [row] }, index) => checkColumns(statements[index]!, row));
      return answers;
    };
    switch (method) {
      case "batch":
        return byPlace() as Promise<T>;
      case "raw":
        return byPlace().then(([answer]) => answer!.results.map((row) => Object.values(row)) as T);
      case "all":
        return results().then(([answer]) => answer as T);
      default:
        return run();
    }
  }

  return aroundD1(d1, around, (query) => (isRead(query) ? withDistinctColumns(query) : query));
}

async function send(d1: D1Database, { reads, writing }: Turn): Promise<void> {
  if (writing || reads.length > 1) {
    const written = writing?.prepared ?? [];
    try {
      const results = await d1.batch<Row>([...reads.map(({ prepared }) => prepared), ...written]);
      reads.forEach(({ resolve }, index) => resolve(results[index]!));
      return writing?.resolve(results.slice(reads.length));
    } catch (error) {
      writing?.reject(error);
      if (isOverloaded(error)) return reads.forEach(({ reject }) => reject(error));
    }
  }
  await Promise.all(reads.map(({ prepared, resolve, reject }) => prepared.all<Row>().then(resolve, reject)));
}
