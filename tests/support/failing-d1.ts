import { aroundD1 } from "../../workers/d1-around";
import { env } from "./env";

/** What D1 says when the line to it breaks. */
export const LINE_LOST = "D1_ERROR: Network connection lost.";

/** The real D1, which fails on command: `fails` is asked for each call, by its statements and its number from 0. */
export function failingD1(fails: (statements: string[], nth: number) => boolean, message = LINE_LOST): D1Database {
  let calls = 0;
  return aroundD1(env.DB, ({ statements, run }) =>
    fails(statements, calls++) ? Promise.reject(new Error(message)) : run(),
  );
}

/** Whether a statement has these words; names stand in quotes where drizzle wrote it. */
export const saysInSql = (statement: string, words: string) => statement.replaceAll('"', "").includes(words);

/** Nothing gets through. */
export const lostD1 = () => failingD1(() => true);

/** Every statement fails the first time that it is asked. */
export function shakyD1(): D1Database {
  const known = new Set<string>();
  return failingD1((statements) => {
    const query = statements.join(";");
    if (known.has(query)) return false;
    known.add(query);
    return true;
  });
}

/** D1 that runs each statement, but loses the first result of one with these words. */
export function forgetfulD1(words: string): D1Database {
  let isLost = false;
  return aroundD1(env.DB, async ({ statements, run }) => {
    const result = await run();
    if (isLost || !statements.some((statement) => saysInSql(statement, words))) return result;
    isLost = true;
    throw new Error(LINE_LOST);
  });
}
