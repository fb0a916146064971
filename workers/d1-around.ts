/** One call to D1. */
export interface D1Call<T> {
  /** What it asks. */
  statements: string[];
  /** The same, ready to be sent: several of a batch, else one. */
  prepared: D1PreparedStatement[];
  /** Of D1's client: `all`, `raw`, `run`, `first` or `batch`. */
  method: string;
  options: unknown[];
  run(): Promise<T>;
}

type Around = <T>(call: D1Call<T>) => Promise<T>;

/** D1 with every one of its calls made by `around`. `write`: how it is to be told a statement. */
export function aroundD1(d1: D1Database, around: Around, write = (query: string) => query): D1Database {
  const originals = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();
  const originalOf = (statement: D1PreparedStatement) => originals.get(statement) ?? { statement, query: "" };

  const wrapStatement = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrapStatement(target.bind(...values), query);
        const property: unknown = Reflect.get(target, name);
        if (typeof property !== "function") return property;
        return (...values: unknown[]) =>
          around({
            statements: [query],
            prepared: [target],
            method: String(name),
            options: values,
            run: () => Reflect.apply(property, target, values) as Promise<unknown>,
          });
      },
    });
    originals.set(wrapped, { statement, query });
    return wrapped;
  };

  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (query: string) => wrapStatement(target.prepare(write(query)), query);
      if (name === "batch") {
        return (given: D1PreparedStatement[]) => {
          const batch = given.map(originalOf);
          const prepared = batch.map(({ statement }) => statement);
          return around({
            statements: batch.map(({ query }) => query),
            prepared,
            method: "batch",
            options: [],
            run: () => target.batch(prepared),
          });
        };
      }
      const property: unknown = Reflect.get(target, name);
      return typeof property === "function" ? (property as () => unknown).bind(target) : property;
    },
  });
}
