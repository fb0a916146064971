/** What a line says beside its event: numbers, ids and names, never a path, a query or what a user wrote. */
export interface LogFacts {
  requestId?: string;
  /** The route's or the API operation's id, where it is known. */
  routeId?: string | null;
  [fact: string]: unknown;
}

/** Writes one line of JSON to the log. */
export function logEvent(event: string, facts: LogFacts = {}): void {
  console.info(JSON.stringify({ event, ...facts }));
}

/** Writes one line of JSON about something that failed: with its causes and its stack, without any value of a query. */
export function logError(event: string, error: unknown, facts: LogFacts = {}): void {
  console.error(JSON.stringify({ event, ...facts, error: describeError(error) }));
}

export interface ErrorDescription {
  name: string;
  message: string;
  /** The messages of the causes, from the nearest to the first one. */
  causes?: string[];
  stack?: string;
}

/** An error as it may be logged. */
export function describeError(error: unknown): ErrorDescription {
  const [message = "", ...causes] = messagesOf(error);
  if (!(error instanceof Error)) return { name: typeof error, message };
  return { name: error.name, message, ...(causes.length > 0 && { causes }), stack: framesOf(error) };
}

/** The message of the error that the others came from, as it may be kept. */
export const rootCauseOf = (error: unknown): string => messagesOf(error).at(-1) ?? "";

/** No chain of ours is as long; one that leads back into itself ends here. */
const MOST_CAUSES = 8;
const LONGEST_MESSAGE = 500;

function messagesOf(error: unknown): string[] {
  const messages: string[] = [];
  for (
    let next = error;
    next !== undefined && next !== null && messages.length < MOST_CAUSES;
    next = next instanceof Error ? next.cause : undefined
  ) {
    messages.push(withoutValues(next instanceof Error ? next.message : String(next)).slice(0, LONGEST_MESSAGE));
  }
  return messages;
}

/** drizzle puts the SQL and its bound values into the message, D1 and JSON.parse what they could not read. */
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
