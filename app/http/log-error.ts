/** One line of JSON in the log for what nobody expected. */
export function logError(error: unknown, requestId: string, request: Request): void {
  const { pathname } = new URL(request.url);
  // A failed query names its values, people's data among them; its cause does not.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const stack = cause instanceof Error ? cause.stack : undefined;
  console.error(JSON.stringify({ event: "error", requestId, method: request.method, pathname, message, stack }));
}
