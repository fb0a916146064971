import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import type { Readable } from "node:stream";

/** A port of this machine that no one listens on. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
};

const STARTS_WITHIN_MS = 240_000;

/** Waits until a server says how to sign in; kills it and throws what it has printed when it ends first or takes too long. */
export async function untilStarted(child: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  let printed = "";
  const started = new Promise<void>((resolve, reject) => {
    const fail = (how: string) => reject(new Error(`The server ${how}:\n${printed}`));
    AbortSignal.timeout(STARTS_WITHIN_MS).addEventListener("abort", () => fail("did not start"));
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes("Sign in ")) resolve();
      });
    child.once("exit", (code) => fail(`ended with ${code}`));
  });
  await started.catch(async (error: unknown) => {
    await killGroup(child);
    throw error;
  });
}

/** Kills a process and all that it has started, and waits until it has ended. */
export async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid) process.kill(-child.pid, "SIGKILL");
  await ended;
}

export const removeState = (stateDir: string) => rmSync(stateDir, { recursive: true, force: true, maxRetries: 3 });
