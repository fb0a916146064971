/** What an operation's answer is made of. */
export interface Reply {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** An answer that ends a request where it is thrown: errors are always `{ message }`. */
export class Problem extends Error {
  readonly reply: Reply;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.reply = { status, body: { message }, headers };
  }
}
