import { expect, test } from "vitest";
import { openPaynowStandIn, type Behaviour } from "../../../scripts/paynow/paynow-stand-in";
import { connectPaynow } from "../../../tests/support/paynow";
import { parsePaynowAmount, parsePaynowTime, paynow, paynowHash, readSigned, signMessage } from "./paynow";

type Fields = [name: string, value: string][];
const KEY = "3e9fed89-60e1-4ce5-ab6e-6b1eb2d4f977";
/** From Paynow's documents. */
const DOCUMENTED: Fields = [
  ["id", "1201"],
  ["reference", "TEST REF"],
  ["amount", "99.99"],
  ["additionalinfo", "A test ticket transaction"],
  ["returnurl", "http://www.google.com/search?q=returnurl"],
  ["resulturl", "http://www.google.com/search?q=resulturl"],
  ["status", "Message"],
];
const DOCUMENTED_HASH =
  "2A033FC38798D913D42ECB786B9B19645ADEDBDE788862032F1BD82CF3B92DEF84F316385D5B40DBB35F1A4FD7D5BFE73835174136463CDD48C9366B0749C689";

test("the hash is the documented one, and a message with another is no one's", async () => {
  expect(await paynowHash(DOCUMENTED, KEY)).toBe(DOCUMENTED_HASH);
  const text = String(await signMessage(DOCUMENTED, KEY));
  expect(await readSigned(text, KEY)).toMatchObject({ reference: "TEST REF", amount: "99.99" });
  expect(await readSigned(text.replace(DOCUMENTED_HASH, DOCUMENTED_HASH.toLowerCase()), KEY)).not.toBeNull();
  for (const forged of [
    text.replace("99.99", "0.99"),
    text.replace(DOCUMENTED_HASH, ""),
    text.replace(/&hash=.*/, ""),
    text.replace(DOCUMENTED_HASH, DOCUMENTED_HASH.slice(0, -1)),
    `${text}&amount=1.00`,
    "",
  ])
    expect(await readSigned(forged, KEY)).toBeNull();
  expect(await readSigned(text, "another-key")).toBeNull();
});

test.each([
  ["25.5", 25_50],
  ["1,025.50", 1025_50],
  ["1,234,567.89", 1234567_89],
  ["", null],
  ["25.505", null],
  ["1,02.50", null],
])("an amount of %j is %s cents", (text, cents) => expect(parsePaynowAmount(text)).toBe(cents));

test("the end of a code is in Harare's time", () => {
  expect(parsePaynowTime("21-Nov-2026 18:00")).toBe(Date.UTC(2026, 10, 21, 16, 0));
  expect(parsePaynowTime("1 nov 2026 00:30")).toBe(Date.UTC(2026, 9, 31, 22, 30));
  for (const text of ["soon", "41-Nov-2026 18:00", "31-Feb-2026 18:00", "1-Foo-2026 18:00"])
    expect(parsePaynowTime(text), text).toBeNull();
});

const ORIGIN = "https://paynow.test";

const toStart = () => ({
  id: "p".repeat(24),
  amount: 25_50,
  method: "ecocash" as const,
  phone: "0771111111",
  email: "rudo@example.test",
  description: "Pombi PB-1",
  returnUrl: "https://pombi.test/pay",
  resultUrl: "https://pombi.test/hooks/paynow/p",
});
const start = async (provider: ReturnType<typeof connectPaynow>["provider"]) => {
  const answer = await provider.start(toStart());
  if (answer.status !== "started") throw new Error(answer.status);
  return answer;
};

test.each<[how: string, behaviour: Partial<Behaviour>]>([
  ["as documented", {}],
  ["in lower case", { spell: (status) => status.toLowerCase() }],
  ["in upper case", { spell: (status) => status.toUpperCase() }],
  // A new merchant's money waits for delivery, but it is paid.
  ["as awaiting delivery", { isUnverified: true }],
])("a payment by EcoCash is started, posted and polled, with its status written %s", async (_, behaviour) => {
  const { provider, posts, elapse } = connectPaynow(behaviour);
  const { pollUrl, instructions, providerReference, checkoutUrl } = await start(provider);
  expect(instructions).toContain("*151*2*4#");
  expect([providerReference, checkoutUrl]).toEqual(["1001", null]);
  expect(await provider.poll(pollUrl)).toMatchObject({ id: "p".repeat(24), status: "open", amount: 25_50 });
  await elapse();
  expect(await provider.readUpdate(posts[0]!.body)).toMatchObject({ status: "paid", amount: 25_50, pollUrl });
  expect(await provider.readUpdate(posts[0]!.body.replace("25.50", "2550.00"))).toBeNull();
  expect(await provider.poll(pollUrl)).toMatchObject({ status: "paid", providerReference: "1001" });
});

test("a payment under a new key continues once both sides have it; until then no answer counts", async () => {
  const { provider, standIn } = connectPaynow();
  const { pollUrl } = await start(provider);
  const account = { id: "1201", key: "a-new-key", origin: ORIGIN };
  const { transactions } = standIn;
  const rotated = openPaynowStandIn({ ...account, transactions, deliver: () => Promise.resolve(200) });
  const ask = (key: string) =>
    paynow({ ...account, key }, (input, init) => rotated.fetch(new Request(input, { ...init, signal: null })));
  expect([await ask(KEY).poll(pollUrl), await ask(KEY).trace("p".repeat(24))]).toEqual([null, null]);
  expect(await ask(account.key).poll(pollUrl)).toMatchObject({ id: "p".repeat(24), status: "open" });
  expect(await ask(account.key).trace("p".repeat(24))).toMatchObject({ status: "open" });
});

test("a request that gets no answer before the deadline is given up", async () => {
  const neverAnswers: typeof fetch = (_, init) =>
    new Promise((_, reject) =>
      init?.signal?.addEventListener("abort", () => reject(new DOMException("hung up", "TimeoutError"))),
    );
  const provider = paynow({ id: "1201", key: KEY, origin: ORIGIN }, neverAnswers, 1);
  expect(await provider.start(toStart())).toEqual({ status: "lost" });
  expect(await provider.trace("p")).toBeNull();
});

test("answers that aren't Paynow's, or lead elsewhere, don't count", async () => {
  const answering = (answer: () => Promise<Response>) =>
    paynow({ id: "1201", key: KEY, origin: ORIGIN }, (() => answer()) as typeof fetch);
  const signed = async (fields: Fields) => new Response(String(await signMessage(fields, KEY)));
  const status: Fields[number] = ["Status", "Ok"];
  const started: Fields = [status, ["PollUrl", `${ORIGIN}/poll`]];
  const statusOfStart = async (answer: () => Promise<Response>) => (await answering(answer).start(toStart())).status;
  expect(await statusOfStart(() => signed(started))).toBe("started");
  for (const pollUrl of ["https://evil.test/poll", `${ORIGIN}.evil.test/`, `${ORIGIN}@evil.test/`, "nonsense", ""])
    expect(await statusOfStart(() => signed([status, ["PollUrl", pollUrl]]))).toBe("lost");
  expect(await statusOfStart(() => signed([...started, ["BrowserUrl", "https://evil.test/"]]))).toBe("lost");
  expect(await statusOfStart(async () => new Response(new URLSearchParams(started)))).toBe("lost");
  expect(await statusOfStart(async () => new Response("<h1>Bad gateway</h1>", { status: 502 }))).toBe("lost");
  expect(await statusOfStart(() => Promise.reject(new TypeError("Network connection lost.")))).toBe("lost");
  const silent = answering(() => Promise.reject(new Error("may not be asked")));
  expect(await silent.poll("https://evil.test/poll")).toBeNull();
  expect(await silent.trace("p")).toBeNull();
});
