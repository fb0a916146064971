import { createHash, randomUUID } from "node:crypto";

// A stand-in for Paynow as its documents describe it: local mode and tests pay at it, because there is no such account on
// a machine. It knows nothing of our own client, its hash included, and holds its transactions in memory.

export interface Transaction {
  number: number;
  guid: string;
  reference: string;
  amount: string;
  trace: string;
  resultUrl: string;
  returnUrl: string;
  status: "Created" | "Sent" | "Paid" | "Awaiting Delivery" | "Cancelled" | "Failed" | "Disputed" | "Refunded";
  method: string;
  phone: string;
  description: string;
  at: number;
}

/** It works as documented; each of these faults can be set at any time. */
const DOCUMENTED = {
  /** Its answer to a start gets lost: before it knew of the payment, or after. */
  losesAnswers: null as "before" | "after" | null,
  losesPosts: false,
  wrongBy: 0,
  spell: (status: string) => status,
  isUnverified: false,
  waits: 1,
};
export type Behaviour = typeof DOCUMENTED;

interface StandInOptions {
  id: string;
  key: string;
  origin: string;
  /** Those that it knew before a restart; `changed` hears of each change. */
  transactions?: Transaction[];
  changed?: (transactions: Transaction[]) => void;
  behaviour?: Partial<Behaviour>;
  deliver: (url: string, body: string) => Promise<number>;
  later?: (ms: number, work: () => Promise<void>) => void;
  now?: () => number;
}

const POSTS = 10;
const SECONDS = 1000;
const CODE_LASTS = 10 * 60 * SECONDS;

/** The documented test phones: what becomes of a payment, and after how many milliseconds. */
const TEST_PHONES: Record<string, { status: "Paid" | "Cancelled"; after: number }> = {
  "0771111111": { status: "Paid", after: 5 * SECONDS },
  "0772222222": { status: "Paid", after: 30 * SECONDS },
  "0773333333": { status: "Cancelled", after: 5 * SECONDS },
};
const EMPTY_WALLET = "0774444444";

type Message = [name: string, value: string][];

export function openPaynowStandIn(options: StandInOptions) {
  const { id, key, origin, deliver, changed, transactions = [], now = Date.now } = options;
  const later = options.later ?? ((ms, work) => void setTimeout(() => void work(), ms));
  const behaviour: Behaviour = { ...DOCUMENTED, ...options.behaviour };
  for (const known of transactions) decideLater(known);

  const hash = (message: Message) =>
    createHash("sha512")
      .update(message.flatMap(([name, value]) => (name.toLowerCase() === "hash" ? [] : [value])).join("") + key)
      .digest("hex")
      .toUpperCase();
  const signed = (message: Message) => new URLSearchParams([...message, ["hash", hash(message)]]).toString();
  const reply = (message: Message) => new Response(signed(message));
  const refused = (error: string) => new Response(new URLSearchParams({ Status: "Error", Error: error }).toString());

  const statusOf = (one: Transaction): Message => [
    ["reference", one.reference],
    ["paynowreference", new Intl.NumberFormat("en").format(one.number)],
    ["amount", paidAmount(one)],
    ["status", behaviour.spell(one.status)],
    ["pollurl", pollUrlOf(one)],
  ];
  const pollUrlOf = (one: Transaction) => `${origin}/Interface/CheckPayment/?guid=${one.guid}`;
  const isPaid = ({ status }: Transaction) => status === "Paid" || status === "Awaiting Delivery";
  const paidAmount = (one: Transaction) =>
    isPaid(one) ? (Number(one.amount) + behaviour.wrongBy / 100).toFixed(2) : one.amount;

  /** Changes a transaction and posts that, up to ten times, until the site takes it. */
  async function change(one: Transaction, status: Choice) {
    one.status = status === "Paid" && behaviour.isUnverified ? "Awaiting Delivery" : status;
    changed?.(transactions);
    if (behaviour.losesPosts) return;
    for (let attempt = 0; attempt < POSTS; attempt++) {
      if ((await deliver(one.resultUrl, signed(statusOf(one))).catch(() => 599)) < 400) break;
      await new Promise((resolve) => setTimeout(resolve, 1000 * behaviour.waits * (attempt + 1)));
    }
  }

  function decideLater(one: Transaction) {
    const known = one.status === "Sent" && TEST_PHONES[one.phone];
    if (!known) return;
    later(known.after * behaviour.waits, async () => {
      if (one.status === "Sent") await change(one, known.status);
    });
  }

  function start(form: URLSearchParams, isExpress: boolean): Response {
    const field = (name: string) => [...form].find(([given]) => given.toLowerCase() === name)?.[1] ?? "";
    if (field("id") !== id) return refused("Invalid Id.");
    const right = hash([...form]);
    if (field("hash").toUpperCase() !== right)
      return refused(`Invalid Hash. Hash should start with: ${right.slice(0, 6)}`);
    const amount = field("amount");
    const trace = field("merchanttrace");
    const phone = field("phone");
    if (!/^\d+\.\d{2}$/.test(amount) || Number(amount) <= 0) return refused("Invalid amount field");
    if (trace.length > 32) return refused("merchanttrace is too long");
    if (transactions.some((one) => trace !== "" && one.trace === trace)) return refused("Duplicate merchanttrace");
    if (isExpress && !field("authemail")) return refused("authemail is required");
    if (isExpress && !/^07\d{8}$/.test(phone)) return refused("Invalid phone number");
    if (isExpress && phone === EMPTY_WALLET) return refused("Insufficient balance");
    const one: Transaction = {
      number: 1001 + transactions.length,
      guid: randomUUID(),
      reference: field("reference"),
      amount,
      trace,
      resultUrl: field("resulturl"),
      returnUrl: field("returnurl"),
      status: isExpress ? "Sent" : "Created",
      method: isExpress ? field("method") : "web",
      phone,
      description: field("additionalinfo"),
      at: now(),
    };
    if (behaviour.losesAnswers === "before") return new Response("Bad gateway", { status: 502 });
    transactions.push(one);
    changed?.(transactions);
    decideLater(one);
    if (behaviour.losesAnswers === "after") return new Response("Gateway timeout", { status: 504 });
    return reply([
      ["Status", behaviour.spell("Ok")],
      isExpress
        ? ["Instructions", instructionsFor(one.method)]
        : ["BrowserUrl", `${origin}/Payment/ConfirmPayment/${one.number}`],
      ...(one.method === "innbucks" ? innBucksCode(one) : []),
      ["PollUrl", pollUrlOf(one)],
      ["PaynowReference", String(one.number)],
    ]);
  }

  function trace(form: URLSearchParams): Response {
    const found = transactions.find((one) => one.trace !== "" && one.trace === form.get("merchanttrace"));
    return reply(found ? statusOf(found) : [["Status", "NotFound"]]);
  }

  async function fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.toLowerCase();
    const form = async () => new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    if (path === "/") return html(listPage(transactions));
    if (request.method === "POST") {
      if (path === "/interface/initiatetransaction") return start(await form(), false);
      if (path === "/interface/remotetransaction") return start(await form(), true);
      if (path === "/interface/trace") return trace(await form());
      const polled = transactions.find((one) => one.guid === url.searchParams.get("guid"));
      if (path === "/interface/checkpayment/" && polled) return reply(statusOf(polled));
    }
    const number = /^\/payment\/confirmpayment\/(\d+)$/.exec(path)?.[1];
    const shown = transactions.find((one) => String(one.number) === number);
    if (!shown) return new Response("Not found", { status: 404 });
    if (request.method !== "POST") return html(checkoutPage(shown));
    const wanted = (await form()).get("as");
    const status = choicesFor(shown).find((one) => one.toLowerCase() === wanted);
    if (status) await change(shown, status);
    return new Response(null, { status: 303, headers: { Location: shown.returnUrl } });
  }

  return { behaviour, transactions, change, fetch };
}

const instructionsFor = (method: string) =>
  method === "innbucks"
    ? "Open InnBucks, choose Pay and enter the code."
    : `Dial ${method === "onemoney" ? "*111#" : "*151*2*4#"} and enter your PIN.`;

const innBucksCode = ({ number, at }: Transaction): Message => [
  ["AuthorizationCode", String(700_000_000 + number)],
  ["AuthorizationExpires", expiryText(at + CODE_LASTS)],
];

/** `21-Nov-2026 18:00`, in Harare, two hours ahead of UTC. */
function expiryText(at: number): string {
  const there = new Date(at + 2 * 60 * 60 * SECONDS).toUTCString();
  return `${there.slice(5, 16).replaceAll(" ", "-")} ${there.slice(17, 22)}`;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const html = (body: string) =>
  new Response(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Stand-in of Paynow</title><body style="font-family:sans-serif;margin:2rem">${body}`,
    { headers: { "Content-Type": "text/html; charset=utf-8" } },
  );

/** The choices for a transaction by hand: its payer pays or cancels, or a paid one is disputed or given back. */
const choicesFor = ({ status }: Transaction): Choice[] => {
  if (status === "Created" || status === "Sent") return ["Paid", "Cancelled"];
  if (status === "Disputed") return ["Paid", "Refunded"];
  return status === "Paid" || status === "Awaiting Delivery" ? ["Disputed", "Refunded"] : [];
};
type Choice = keyof typeof BUTTONS;
const BUTTONS = { Paid: "Faked Success", Cancelled: "Cancel", Disputed: "Dispute", Refunded: "Refund" };

const checkoutPage = (one: Transaction) => `<h1>Stand-in of Paynow</h1>
<p>${escape(one.description)}: <b>$${one.amount}</b> (${one.status})</p>
<form method="post">${choicesFor(one)
  .map((choice) => `<button name="as" value="${choice.toLowerCase()}">[TESTING: ${BUTTONS[choice]}]</button>`)
  .join("\n")}</form>`;

const listPage = (transactions: Transaction[]) => `<h1>Stand-in of Paynow: transactions</h1>
<table border="1" cellpadding="6"><tr><th>Number<th>Reference<th>What<th>Method<th>Phone<th>Amount<th>Status</tr>
${transactions
  .map(
    (one) =>
      `<tr><td><a href="/Payment/ConfirmPayment/${one.number}">${one.number}</a><td>${escape(one.reference)}<td>${escape(one.description)}<td>${escape(one.method)}<td>${escape(one.phone)}<td>$${one.amount}<td>${one.status}</tr>`,
  )
  .join("\n")}</table>`;
