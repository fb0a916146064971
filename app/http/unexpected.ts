/** What a user or program is told when something broke on our side. `what` names what failed. */
export const unexpectedMessage = (requestId: string, what = "Something went wrong on our side"): string =>
  `${what}. If you call our office, please quote ${requestId}`;

/** The response to a request that broke on our side, with the id that the log has. */
export const unexpectedAnswer = (requestId: string, status: 500 | 503): Response =>
  Response.json({ message: unexpectedMessage(requestId), requestId }, { status });
