import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import { program } from "../../../scripts/browsers";
import type { RemoteBrowser } from "./remote-browser";

// Firefox asks the network about many things at every start; on a closed one that costs time.
const PREFS = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.active-protocols": 1,
};

const START_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 20_000;

interface Node {
  sharedId: string;
  value?: { nodeValue?: string; children?: Node[] };
}

const textOf = (node: Node | undefined): string =>
  node?.value?.nodeValue ?? node?.value?.children?.map(textOf).join("") ?? "";

/**
 * Stock Firefox by WebDriver BiDi: it needs no separate driver. `script`: false turns JavaScript off, as a user can.
 */
export async function openFirefox(width: number, script: boolean): Promise<RemoteBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "pombi-firefox-"));
  const prefs = Object.entries({ ...PREFS, "javascript.enabled": script }).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  );
  writeFileSync(join(profile, "user.js"), prefs.join("\n"));
  const child = spawn(
    program("/usr/bin/firefox-esr"),
    ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile, "about:blank"],
    {
      env: { ...process.env, MOZ_DISABLE_CONTENT_SANDBOX: process.getuid?.() === 0 ? "1" : "" },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let address = "";
  await new Promise<string>((resolve, reject) => {
    let printed = "";
    AbortSignal.timeout(START_TIMEOUT_MS).addEventListener("abort", () => {
      if (!address) child.kill();
      reject(new Error(`Firefox did not start: ${printed}`));
    });
    child.stderr.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(printed) ?? [];
      if (found) resolve((address = found));
    });
    child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${printed}`)));
  });

  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  let calls = 0;
  async function send<T>(method: string, params: object): Promise<T> {
    const id = ++calls;
    const answers = on(socket, "message", { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    socket.send(JSON.stringify({ id, method, params }));
    for await (const [data] of answers) {
      const answer = JSON.parse(String(data)) as {
        id?: number;
        type: string;
        result: T;
        error: string;
        message: string;
      };
      if (answer.id !== id) continue;
      if (answer.type === "success") return answer.result;
      throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    }
    throw new Error(`${method} was not answered.`);
  }

  await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const { context } = contexts[0]!;
  // As tall as the longest page: the protocol clicks only what is in view.
  await send("browsingContext.setViewport", { context, viewport: { width, height: 6000 } });

  const act = (actions: object[]) => send("input.performActions", { context, actions });
  const locate = async (value: string, maxDomDepth = 0) => {
    const asked = { context, locator: { type: "xpath", value }, serializationOptions: { maxDomDepth } };
    return (await send<{ nodes: Node[] }>("browsingContext.locateNodes", asked)).nodes;
  };
  const click = async (element: string) => {
    const origin = { type: "element", element: { sharedId: element } };
    const press = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    const actions = [{ type: "pointerMove", x: 0, y: 0, origin }, ...press];
    await act([{ type: "pointer", id: "mouse", actions }]);
  };
  return {
    async goto(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    url: async () =>
      (await send<{ contexts: { url: string }[] }>("browsingContext.getTree", { root: context })).contexts[0]!.url,
    find: async (xpath) => (await locate(xpath)).map(({ sharedId }) => sharedId),
    read: async (xpath) => textOf((await locate(xpath, 9))[0]),
    click,
    async type(element, text) {
      await click(element);
      const actions = [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value })));
      await act([{ type: "key", id: "keys", actions }]);
    },
    async close() {
      socket.terminate();
      child.kill();
      await once(child, "exit");
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
