/** What a user or a program is told when something of ours broke; `what`: what they wanted, and did not get. */
export const unexpectedMessage = (requestId: string, what = "Something went wrong on our side"): string =>
  `${what}. Please name this to our office: ${requestId}`;

/** The answer to a request that broke on our side: it says the id under which the log has it. */
export const unexpectedAnswer = (requestId: string): Response =>
  Response.json({ message: unexpectedMessage(requestId), requestId }, { status: 500 });
