import { spawn } from "node:child_process";
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
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  socket.on("message", (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as {
      id?: number;
      type: string;
      result?: unknown;
      error?: string;
      message?: string;
    };
    const call = answer.id === undefined ? undefined : waiting.get(answer.id);
    if (!call) return;
    waiting.delete(answer.id!);
    if (answer.type === "success") call.resolve(answer.result);
    else call.reject(new Error(`${answer.error}: ${answer.message}`));
  });
  let calls = 0;
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      calls += 1;
      const id = calls;
      AbortSignal.timeout(CALL_TIMEOUT_MS).addEventListener("abort", () => {
        if (waiting.delete(id))
          reject(new Error(`${method} was not answered: ${JSON.stringify(params).slice(0, 300)}`));
      });
      waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      socket.send(JSON.stringify({ id, method, params }));
    });

  await send("session.new", { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  const { contexts } = await send<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const { context } = contexts[0]!;
  // As tall as the longest page: the protocol clicks only what is in view.
  await send("browsingContext.setViewport", { context, viewport: { width, height: 6000 } });

  const act = (actions: object[]) => send("input.performActions", { context, actions });
  const locate = async (value: string, maxDomDepth = 0) =>
    (
      await send<{ nodes: Node[] }>("browsingContext.locateNodes", {
        context,
        locator: { type: "xpath", value },
        serializationOptions: { maxDomDepth },
      })
    ).nodes;
  const click = (element: string) =>
    act([
      {
        type: "pointer",
        id: "mouse",
        actions: [
          { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId: element } } },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      },
    ]);
  return {
    async goto(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    url: async () =>
      (await send<{ contexts: { url: string }[] }>("browsingContext.getTree", { root: context })).contexts[0]!.url,
    find: async (xpath) => (await locate(xpath)).map(({ sharedId }) => sharedId),
    read: async (xpath) => textOf((await locate(xpath, 9))[0]),
    async click(element) {
      await click(element);
    },
    async type(element, text) {
      await click(element);
      await act([
        {
          type: "key",
          id: "keys",
          actions: [...text].flatMap((value) => [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ]),
        },
      ]);
    },
    async close() {
      socket.terminate();
      const end = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await end;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
