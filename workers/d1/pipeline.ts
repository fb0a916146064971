// What a request asks of D1 passes through these, the first one outermost:
//
//   drizzle → gather (gather.ts)  the reads of one turn go as one batch
//           → meter  (meter.ts)   counts calls, their depth and the rows they read
//           → faults (faults.ts)  local mode only: fails as the request asks
//           → D1, which repeats a select by itself when it fails briefly
//
// Scheduled tasks and Durable Objects ask D1 directly.

/** One call to D1. */
export interface D1Call {
  /** What it asks. */
  statements: string[];
  /** The same, ready to be sent: several of a batch, else one. */
  prepared: D1PreparedStatement[];
  /** Of D1's client: `all`, `raw`, `run`, `first` or `batch`. */
  method: string;
  options: unknown[];
}

export type Send = (call: D1Call) => Promise<unknown>;
/** What happens to each call on its way to `send`. */
export type Step = (call: D1Call, send: Send) => Promise<unknown>;

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
