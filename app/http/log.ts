import { cutText } from "~/domain/values/text";
/** Numbers, ids and names, never a path, a query or a user's text (S8). */
export interface LogFacts {
  requestId?: string;
  routeId?: string | null;
  [fact: string]: unknown;
}

export function logEvent(event: string, facts: LogFacts = {}): void {
  console.info(JSON.stringify({ event, ...facts }));
}

/** Writes one line of JSON about a failure, with its causes and stack and without any value of a query. */
export function logError(event: string, error: unknown, facts: LogFacts = {}): void {
  console.error(JSON.stringify({ event, ...facts, error: describeError(error) }));
}

export function describeError(error: unknown): { name: string; message: string; causes?: string[]; stack?: string } {
  const [message = "", ...causes] = messagesOf(error);
  if (!(error instanceof Error)) return { name: typeof error, message };
  return { name: error.name, message, ...(causes.length > 0 && { causes }), stack: framesOf(error) };
}

/** The message of an error's first cause, safe to store. */
export const rootCauseOf = (error: unknown): string => messagesOf(error).at(-1) ?? "";

/** Longer than any chain of causes we make, so a circular one ends here. */
const MOST_CAUSES = 8;
const LONGEST_MESSAGE = 500;

function messagesOf(error: unknown): string[] {
  const messages: string[] = [];
  for (
    let next = error;
    next !== undefined && next !== null && messages.length < MOST_CAUSES;
    next = next instanceof Error ? next.cause : undefined
  ) {
    messages.push(cutText(withoutValues(next instanceof Error ? next.message : String(next)), LONGEST_MESSAGE));
  }
  return messages;
}

/** Messages carry values: drizzle's the SQL with its parameters, D1's and JSON.parse's what they could not read. */
const withoutValues = (message: string): string =>
  message
    .replace(/Failed query:[\s\S]*/, "Failed query")
    .replace(/(not supported for value )[\s\S]*/, "$1…")
    .replace(/^(Unexpected token )?[\s\S]*(is not valid JSON)/, "A text $2");

/** The stack without its head, which repeats the message. */
function framesOf({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const frames = at < 0 ? stack : stack.slice(at + message.length);
  return frames
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join("\n");
}
