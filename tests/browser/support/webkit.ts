import { spawn, type ChildProcess } from "node:child_process";
import { vi } from "vitest";
import { program } from "../../../scripts/browsers";
import { freePort } from "./processes";
import type { RemoteBrowser } from "./remote-browser";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** WebKitGTK by the classic WebDriver protocol, on a screen that no one sees. It trusts any certificate. */
export async function openWebKit(width: number): Promise<RemoteBrowser> {
  const driver = program("/usr/bin/WebKitWebDriver");
  const screen = program("/usr/bin/Xvfb");
  const port = await freePort();
  // -displayfd lets the server choose a number that is free, and says it on the third stream.
  const server = spawn(screen, ["-displayfd", "3", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    server.stdio[3]!.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    server.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  const child = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: "1" },
    stdio: "ignore",
  });

  async function call<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
  const session = await retried(() =>
    call<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } }),
  );
  const at = `/session/${session.sessionId}`;
  await call("POST", `${at}/window/rect`, { width, height: 1000 });
  const find = async (value: string) =>
    (await call<Record<string, string>[]>("POST", `${at}/elements`, { using: "xpath", value })).map(
      (found) => found[ELEMENT]!,
    );
  return {
    goto: (url) => call("POST", `${at}/url`, { url }),
    url: () => call("GET", `${at}/url`),
    find,
    read: async (xpath) => call("GET", `${at}/element/${(await find(xpath))[0]}/text`),
    async click(element) {
      // The driver's own scrolling is smooth where the page's is, and it clicks before it has arrived.
      const args = [{ [ELEMENT]: element }];
      await call("POST", `${at}/execute/sync`, {
        script: "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
        args,
      });
      await call("POST", `${at}/element/${element}/click`, {});
    },
    type: (element, text) => call("POST", `${at}/element/${element}/value`, { text }),
    async close() {
      await call("DELETE", at).catch(() => undefined);
      await Promise.all([child, server].map(ended));
    },
  };
}

/** The driver needs a moment before it listens. */
const retried = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 20_000, interval: 250 });

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await end;
}
