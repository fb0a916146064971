import { type Agent, request } from "node:http";
import { ORIGIN } from "./upload";

const HEADERS = { Host: new URL(ORIGIN).host, Origin: ORIGIN };

export interface Answer {
  /** 0 where the site hung up before it responded. */
  status: number;
  ms: number;
  text: string;
  /** The Server-Timing header. */
  timing: string;
}

/**
 * Asks the upload for a page, or posts a body of a type in pieces, without a Content-Length. Not by fetch, which can't
 * set the host, and the site responds only under its own.
 */
export function ask(
  url: URL,
  {
    agent,
    cookie = "",
    type,
    pieces = [],
  }: { agent?: Agent; cookie?: string; type?: string; pieces?: Iterable<string | Buffer> } = {},
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = { ...HEADERS, ...(cookie && { Cookie: cookie }), ...(type && { "Content-Type": type }) };
    const asked = request(url, { agent, method: type ? "POST" : "GET", headers }, (response) => {
      let text = "";
      const done = () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - began,
          text,
          timing: String(response.headers["server-timing"]),
        });
      response
        .setEncoding("utf8")
        .on("data", (piece: string) => (text += piece))
        .once("end", done)
        .once("error", done);
    });
    asked.once("error", () => resolve({ status: 0, ms: performance.now() - began, text: "", timing: "" }));
    const iterator = pieces[Symbol.iterator]();
    const next = (): void => {
      for (let piece = iterator.next(); ; piece = iterator.next()) {
        if (piece.done) return void asked.end();
        if (!asked.write(piece.value)) return void asked.once("drain", next);
      }
    };
    next();
  });
}
