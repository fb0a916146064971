import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { PASSWORD } from "./support/users";
import { startSite } from "./support/site";
import { inDays } from "./support/clock";

const { origin } = await startSite();

/** Runs the program of `support/api-program.ts` to its end, on its own: what it said, and how it ended. */
function run(email: string, doing: string[]) {
  const child = spawn("node_modules/.bin/node", [
    "--no-warnings",
    "tests/browser/support/api-program.ts",
    origin,
    email,
    PASSWORD,
    ...doing,
  ]);
  const said: string[] = [];
  let complaints = "";
  child.stdout.on("data", (chunk: Buffer) => said.push(...chunk.toString().split("\n").filter(Boolean)));
  child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise<{ code: number | null; said: string[]; complaints: string }>((resolve) =>
    child.once("exit", (code) => resolve({ code, said, complaints })),
  );
}

test("a session that ends under an open socket is reported to the program once, and doesn't end the program", async () => {
  const { code, said, complaints } = await run("client4@pombi.test", []);
  expect(said).toEqual(["opened", "frame signedOut", "ended: Signed out.", "still here"]);
  expect({ code, complaints }).toEqual({ code: 0, complaints: "" });
});

test("a refused ticket too", async () => {
  const { code, said, complaints } = await run("client5@pombi.test", ["sign-out-first"]);
  expect(said).toEqual(["ended: You must be logged in.", "still here"]);
  expect({ code, complaints }).toEqual({ code: 0, complaints: "" });
});

test("a session that ends while the program waits for its plumber fails that wait alone", async () => {
  const { code, said, complaints } = await run("client7@pombi.test", ["book", "demoplumber21", inDays(1), "4:00 pm"]);
  expect(said).toEqual([expect.stringMatching(/^not reviewed: (Signed out|You must be logged in)\.$/), "still here"]);
  expect({ code, complaints }).toEqual({ code: 0, complaints: "" });
});
