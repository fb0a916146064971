import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "~/domain/values/id";
import worker, { Feed } from "../../build/server/index";
import { env } from "../support/env";
import { callsOf as d1CallsOf, visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();
afterEach(() => vi.restoreAllMocks());

interface Asked {
  /** What was called on objects, in order. */
  calls: string[];
  /** Where objects were asked for. */
  places: unknown[];
}

/** The real objects, and what is asked of them on the way. */
function observed(asked: Asked): Pick<Env, "FEED" | "CONVERSATION"> {
  const observe = (name: string, namespace: object) =>
    new Proxy(namespace, {
      get(target, property) {
        const method = Reflect.get(target, property) as (...values: unknown[]) => object;
        if (property !== "get") return (...values: unknown[]) => method.apply(target, values);
        return (...values: unknown[]) => {
          asked.places.push(values[1]);
          return new Proxy(method.apply(target, values), {
            get(stub, called) {
              return (...given: unknown[]) => {
                asked.calls.push(`${name}.${String(called)}`);
                return (stub as Record<string | symbol, (...values: unknown[]) => unknown>)[called]!(...given);
              };
            },
          });
        };
      },
    });
  return {
    FEED: observe("feed", env.FEED) as Env["FEED"],
    CONVERSATION: observe("conversation", env.CONVERSATION) as Env["CONVERSATION"],
  };
}

async function callsOf(work: (settings: Pick<Env, "FEED" | "CONVERSATION">) => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { calls: [], places: [] };
  await work(observed(asked));
  return asked;
}

async function openSocket(path: string, cookie: string, settings: Partial<Env>): Promise<void> {
  const context = createExecutionContext();
  const request = new Request(env.ORIGIN + path, {
    headers: { Upgrade: "websocket", Origin: env.ORIGIN, Cookie: cookie },
  });
  const { webSocket } = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    { ...env, ...settings },
    context,
  );
  webSocket?.accept();
  webSocket?.close(1000);
  await waitOnExecutionContext(context);
}

test.each([
  ["a feed's socket", 1, 0, () => "/sockets/feed"],
  ["a conversation's socket", 1, 1, () => `/sockets/conversation/${town.plumber.id}`],
])(
  "%s costs the Worker %i call of an object, and that object %i of another",
  async (_, fromWorker, fromObject, path) => {
    const noted = vi.spyOn(Feed.prototype, "recordSocket");
    const { calls, places } = await callsOf((settings) => openSocket(path(), town.cookies.client, settings));
    expect(calls).toHaveLength(fromWorker);
    expect(noted).toHaveBeenCalledTimes(fromObject);
    expect(places).toEqual(calls.map(() => ({ locationHint: "weur" })));
  },
);

test("a message costs one call of D1, its push two of objects, and every object is asked for next to D1", async () => {
  const { calls, places } = await callsOf(async (settings) => {
    const form = { id: newId(), content: "Hello" };
    const cookie = town.cookies.client;
    const sent = await visit(`/messages/${town.plumber.id}`, { cookie, form, settings: { ...settings } });
    expect([sent.status, d1CallsOf(sent)]).toEqual([200, 1]);
  });
  expect(calls.sort()).toEqual(["conversation.publish", "feed.publish"]);
  expect(places).toEqual(calls.map(() => ({ locationHint: "weur" })));
});
