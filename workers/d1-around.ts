/** One call to D1. */
export interface D1Call<T> {
  /** What it asks. */
  statements: string[];
  run(): Promise<T>;
  /** Of a batch: the same, each statement by itself. */
  runApart?(): Promise<T>;
}

type Around = <T>(call: D1Call<T>) => Promise<T>;

/** D1 with every one of its calls made by `around`. */
export function aroundD1(d1: D1Database, around: Around): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();
  const originalOf = (statement: D1PreparedStatement) => originals.get(statement) ?? { statement, query: "" };

  const wrapStatement = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values), query);
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: unknown[]) =>
          around({ statements: [query], run: () => Reflect.apply(member, target, values) as Promise<unknown> });
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
          return around({
            statements: batch.map(({ query }) => query),
            run: () => target.batch(batch.map(({ statement }) => statement)),
            runApart: () => Promise.all(batch.map(({ statement }) => statement.all())),
          });
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member as () => unknown).bind(target) : member;
    },
  });
}
