import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "~/domain/values/id";
import { Feed } from "../../build/server/index";
import { env } from "../support/env";
import { callsOf, visit } from "../support/site";
import { seedTown } from "../support/town";

const town = await seedTown();
afterEach(() => vi.restoreAllMocks());

/** The calls on objects, in order, and the places that asked for them. */
const calls: string[] = [];
const places: unknown[] = [];
beforeEach(() => void (calls.length = places.length = 0));

/** The real objects of a namespace, and a note of what is asked of them on the way. */
const observe = <Name extends "FEED" | "CONVERSATION">(name: Name) =>
  new Proxy(env[name], {
    get(target, property) {
      const method = Reflect.get(target, property) as (...values: unknown[]) => object;
      if (property !== "get") return method.bind(target);
      return (...values: unknown[]) => {
        places.push(values[1]);
        return new Proxy(method.apply(target, values), {
          get(stub, called) {
            return (...given: unknown[]) => {
              calls.push(`${name}.${String(called)}`);
              return (stub as Record<string | symbol, (...values: unknown[]) => unknown>)[called]!(...given);
            };
          },
        });
      };
    },
  });
const settings = { FEED: observe("FEED"), CONVERSATION: observe("CONVERSATION") };

test.each([
  { what: "a feed's socket", fromWorker: 1, fromObject: 0, path: () => "/sockets/feed" },
  {
    what: "a conversation's socket",
    fromWorker: 1,
    fromObject: 1,
    path: () => `/sockets/conversation/${town.plumber.id}`,
  },
])(
  "$what costs the Worker $fromWorker call of an object, and that object $fromObject of another",
  async ({ fromWorker, fromObject, path }) => {
    const noted = vi.spyOn(Feed.prototype, "recordSocket");
    const headers = { Upgrade: "websocket", Origin: env.ORIGIN };
    const { webSocket } = await visit(path(), { cookie: town.cookies.client, headers, settings });
    webSocket?.accept();
    webSocket?.close(1000);
    expect(calls).toHaveLength(fromWorker);
    expect(noted).toHaveBeenCalledTimes(fromObject);
    expect(places).toEqual(calls.map(() => ({ locationHint: "weur" })));
  },
);

test("a message costs one call of D1, its push two of objects, and every object is asked for next to D1", async () => {
  const form = { id: newId(), content: "Hello" };
  const sent = await visit(`/messages/${town.plumber.id}`, { cookie: town.cookies.client, form, settings });
  expect([sent.status, callsOf(sent)]).toEqual([200, 1]);
  expect(calls.sort()).toEqual(["CONVERSATION.publish", "FEED.publish"]);
  expect(places).toEqual(calls.map(() => ({ locationHint: "weur" })));
});
