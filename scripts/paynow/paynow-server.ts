import { once } from "node:events";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openPaynowStandIn, type Behaviour, type Transaction } from "./paynow-stand-in";

export const LOCAL_ACCOUNT = { id: "1201", key: "3e9fed89-60e1-4ce5-ab6e-6b1eb2d4f977" };

export type PaynowServer = Awaited<ReturnType<typeof startPaynow>>;

/**
 * Runs the stand-in for Paynow as a server of its own on a free port. With a `stateDir` it keeps its transactions there, as
 * Paynow would when the site falls over; what it was about to decide goes on after a restart.
 */
export async function startPaynow({ stateDir, behaviour }: { stateDir?: string; behaviour?: Partial<Behaviour> } = {}) {
  const file = stateDir && fileIn(stateDir);
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url } = request;
      const body = method === "POST" ? await text(request) : undefined;
      const answer = await standIn.fetch(new Request(origin + url, { method, body }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    })().catch((error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn = openPaynowStandIn({
    ...LOCAL_ACCOUNT,
    origin,
    transactions: file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Transaction[]) : [],
    changed: (transactions) => stateDir && keepTransactions(stateDir, transactions),
    behaviour,
    deliver: async (url, body) => {
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      return (await fetch(url, { method: "POST", body, headers, redirect: "manual" })).status;
    },
  });
  return {
    origin,
    standIn,
    variables: { PAYNOW_ID: LOCAL_ACCOUNT.id, PAYNOW_KEY: LOCAL_ACCOUNT.key, PAYNOW_ORIGIN: origin },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const fileIn = (stateDir: string) => join(stateDir, "paynow.json");

/** Writes down what the stand-in knows: whole or not at all, wherever the power goes. */
export function keepTransactions(stateDir: string, transactions: Transaction[]) {
  const file = fileIn(stateDir);
  writeFileSync(`${file}.new`, JSON.stringify(transactions));
  renameSync(`${file}.new`, file);
}
