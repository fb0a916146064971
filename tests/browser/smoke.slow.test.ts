import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { startSite } from "./support/site";

const { origin } = await startSite();

function smoke(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn("node_modules/.bin/tsx", ["scripts/smoke.ts", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, lines: printed.trim().split("\n") })));
}

test("npm run smoke proves a deployment in ten lines", async () => {
  const { code, lines } = await smoke(origin, "demoplumber12");
  const names = [
    "headers",
    "sign-up and email",
    "sign-in",
    "directory",
    "booking",
    "message",
    "photo",
    "socket and cancellation",
    "changes() in a batch",
    "sign-out",
  ];
  expect(lines.slice(0, 10).map((line) => line.split(":")[0])).toEqual(names.map((name) => `ok      ${name}`));
  expect([lines.at(-1)?.startsWith("All of it works"), code]).toEqual([true, 0]);
});

test("npm run smoke says what fails, and ends with an error", async () => {
  const { code, lines } = await smoke(origin, "nobody");
  expect(lines.map((line) => line.split(":")[0])).toContain("FAILED  directory");
  expect(code).toBe(1);
});
