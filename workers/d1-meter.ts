/** What a request has asked of D1. */
export interface D1Meter {
  d1: D1Database;
  /** Calls that had to wait for one another: what a visitor far from the database pays for (law 6). */
  depth(): number;
  calls(): number;
}

/**
 * D1 with a counter around it. A call's depth is one more than that of the deepest call which had ended when it
 * began: calls side by side share a depth.
 */
export function meterD1(d1: D1Database, delayMs = 0): D1Meter {
  let calls = 0;
  let deepest = 0;
  let ended = 0;

  async function metered<T>(call: () => Promise<T>): Promise<T> {
    calls += 1;
    const depth = ended + 1;
    deepest = Math.max(deepest, depth);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      return await call();
    } finally {
      ended = Math.max(ended, depth);
    }
  }

  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values));
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) => metered(() => Reflect.apply(member, target, values) as Promise<unknown>);
      },
    });
    originals.set(wrapped, statement);
    return wrapped;
  };

  const wrapped = new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (query: string) => wrapStatement(target.prepare(query));
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          metered(() => target.batch(statements.map((statement) => originals.get(statement) ?? statement)));
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member as () => unknown).bind(target) : member;
    },
  });

  return { d1: wrapped, depth: () => deepest, calls: () => calls };
}
