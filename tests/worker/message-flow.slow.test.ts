import { expect, inject, test } from "vitest";
import { messages } from "~/db/schema";
import { mergeMessages, type Message } from "~/domain/messages/message";
import { seededRandom } from "../support/random";
import { visit } from "../support/site";
import { mustListen, type Listener } from "../support/sockets";
import { seedTown } from "../support/town";

declare module "vitest" {
  interface ProvidedContext {
    /** The number of messages a client writes: more in the soak than among the slow tests. */
    messagesEach: number;
  }
}

const EACH = inject("messagesEach");
const ALL = 10 * EACH;

test(`${ALL} messages of ten socket clients, with repeats and lost sockets: each is stored once, and every reader ends with the same list`, async () => {
  const town = await seedTown();
  const before = await town.context.db.$count(messages);
  const random = seededRandom(3);
  const accepted = new Set<string>();

  /**
   * Acts like a page: it receives pushes, and after each opening of its socket asks for what came after the last it
   * knows.
   */
  async function reader(cookie: string, other: string) {
    let list: Message[] = [];
    /** Up to here nothing is missing: a push may have come from beyond a gap. */
    let known = 0;
    let listener: Listener;
    const hear = () => {
      const frames = listener.frames.splice(0).filter(({ type }) => type === "newMessage");
      list = mergeMessages(
        list,
        frames.map(({ message }) => message as Message),
      );
    };
    const catchUp = async () => {
      hear();
      for (let isWhole = false; !isWhole;) {
        const response = await visit(`/messages/${other}?after=${known}`, { cookie });
        const { messages } = await response.json<{ messages: Message[] }>();
        list = mergeMessages(list, messages);
        known = messages.at(-1)?.seq ?? known;
        isWhole = messages.length < 200;
      }
    };
    const connect = async () => {
      listener = await mustListen(`/sockets/conversation/${other}`, cookie);
      await catchUp();
    };
    await connect();
    return {
      list: () => list.filter(({ id }) => id.startsWith("load-")),
      catchUp,
      async lose() {
        hear();
        listener.socket.close(1000);
        await connect();
      },
      leave: () => listener.socket.close(1000),
    };
  }

  const sides = [
    [town.cookies.client, town.plumber.id],
    [town.cookies.plumber, town.client.id],
  ] as const;
  const clients = await Promise.all(Array.from({ length: 10 }, (_, at) => reader(...sides[at % 2]!)));
  await Promise.all(
    clients.map(async (client, sender) => {
      const [cookie, to] = sides[sender % 2]!;
      for (let turn = 0; turn < EACH; turn++) {
        const id = `load-${sender}-${String(turn).padStart(3, "0")}`;
        // A lost response: the page sends the same again.
        for (let time = 0; time < (random(100) < 15 ? 2 : 1); time++) {
          const response = await visit(`/messages/${to}`, {
            cookie,
            form: { id, content: `Message ${turn} of ${sender}` },
            settings: { LIMIT_FACTOR: "1000" },
          });
          if (response.status === 200) accepted.add(id);
          await response.text();
        }
        if (random(100) < 3) await client.lose();
      }
    }),
  );
  expect(accepted.size).toBe(ALL);
  expect((await town.context.db.$count(messages)) - before).toBe(ALL);
  await Promise.all(clients.map((client) => client.catchUp()));
  const [first, ...others] = clients.map((client) => client.list().map(({ seq, id }) => `${seq} ${id}`));
  expect(first).toHaveLength(ALL);
  expect(new Set(first!.map((line) => line.split(" ")[1]))).toEqual(accepted);
  for (const other of others) expect(other).toEqual(first);
  for (const client of clients) client.leave();
}, 300_000);
