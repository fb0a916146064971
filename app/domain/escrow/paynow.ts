import { type Instant, instantOf, parseDate } from "../time/harare";
import type { OnlineMethod } from "~/db/money-words";
import { parseCents } from "../values/typed-amount";
import { cutText } from "../values/text";
import { isSameSecret } from "../values/secrets";

/**
 * A payment to start, in cents. `id`: ours, by which it is found when the answer gets lost; `phone`: `0771234567`, null: a
 * card; `returnUrl`: where the payer's browser comes back to, `resultUrl`: where the provider posts each change.
 */
interface PaymentToStart {
  id: string;
  amount: number;
  method: OnlineMethod;
  phone: string | null;
  email: string;
  description: string;
  returnUrl: string;
  resultUrl: string;
}

/** The answer to starting a payment. `lost`: none can be trusted, and it may have been started or not. */
export type StartAnswer = { status: "lost" } | { status: "refused"; reason: string } | Started;

/**
 * `checkoutUrl`: the provider's page, for a card; `code`: InnBucks: what the payer enters.
 */
interface Started {
  status: "started";
  pollUrl: string;
  checkoutUrl: string | null;
  instructions: string | null;
  code: string | null;
  codeExpiresAt: Instant | null;
  providerReference: string | null;
}

/** A payment by our id and its cents, as the provider knows it. `pollUrl`: to ask at next; only a trace tells. */
export interface ProviderStatus {
  id: string;
  status: "open" | "paid" | "cancelled" | "failed" | "refunded" | "disputed";
  amount: number;
  providerReference: string | null;
  pollUrl: string | null;
}

/** The provider's word about a payment; null: no answer to trust; "none": it never had it. */
export type ProviderAnswer = ProviderStatus | "none" | null;

/** A payment provider (M10). Its answers count only where they are proved to be its own. */
export interface PaymentProvider {
  /** The origin that the pay page may lead to (CSP). */
  origin: string;
  start(payment: PaymentToStart): Promise<StartAnswer>;
  /** Asks for a payment's state, also long after it was paid; null: no answer to trust. */
  poll(pollUrl: string): Promise<ProviderStatus | null>;
  trace(ours: string): Promise<ProviderAnswer>;
  /** Reads what the provider posts; null: it is not the provider's. */
  readUpdate(text: string | null): Promise<ProviderStatus | null>;
}

interface PaynowAccount {
  id: string;
  key: string;
  /** Its interface's; in local mode, its stand-in's. */
  origin: string;
}

export const PAYNOW_ORIGIN = "https://www.paynow.co.zw";

const LOST = { status: "lost" } as const;

const LARGEST_ANSWER = 8 * 1024;

/** Paynow's statuses by their names in lower case. Any other one is undecided. */
const STATUSES: Record<string, ProviderStatus["status"]> = {
  paid: "paid",
  // Paid too: Paynow keeps the money of a new merchant until the goods are delivered.
  "awaiting delivery": "paid",
  delivered: "paid",
  created: "open",
  sent: "open",
  cancelled: "cancelled",
  failed: "failed",
  disputed: "disputed",
  refunded: "refunded",
};

/**
 * Paynow (M10), by its HTTP interface: EcoCash, OneMoney and InnBucks on the payer's phone, cards on its own page. An
 * answer counts only with its hash and within the deadline, its addresses only where they lead to Paynow itself.
 */
export function paynow(
  { id, key, origin }: PaynowAccount,
  fetch: typeof globalThis.fetch,
  deadlineMs = 10_000,
): PaymentProvider {
  const isItsOwn = (url: string) => URL.canParse(url) && new URL(url).origin === origin;

  async function post(url: string, body?: URLSearchParams): Promise<string | null> {
    try {
      const response = await fetch(url, {
        method: "POST",
        body: body ?? "",
        // Its answer is what counts, not that of a page it leads to.
        redirect: "manual",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        signal: AbortSignal.timeout(deadlineMs),
      });
      const text = await response.text();
      return response.ok && text.length <= LARGEST_ANSWER ? text : null;
    } catch {
      return null;
    }
  }

  const ask = async (path: string, fields: Fields) =>
    post(origin + path, await signMessage([["id", id], ...fields, ["status", "Message"]], key));

  function readStatus(fields: Record<string, string>): ProviderStatus | null {
    const amount = parsePaynowAmount(fields["amount"] ?? "");
    if (!fields["reference"] || amount === null) return null;
    const pollUrl = fields["pollurl"] ?? "";
    return {
      id: fields["reference"],
      status: STATUSES[(fields["status"] ?? "").trim().toLowerCase()] ?? "open",
      amount,
      providerReference: readReference(fields),
      pollUrl: isItsOwn(pollUrl) ? pollUrl : null,
    };
  }

  async function readSignedStatus(text: string | null) {
    const fields = await readSigned(text, key);
    return fields && readStatus(fields);
  }

  return {
    origin,

    async start(payment) {
      const path = payment.method === "card" ? "/interface/initiatetransaction" : "/interface/remotetransaction";
      const { method, phone } = payment;
      const phoneFields = Object.entries({ phone: phone ?? "", method });
      const text = await ask(path, [
        ["reference", payment.id],
        ["amount", (payment.amount / 100).toFixed(2)],
        ["additionalinfo", payment.description],
        ["returnurl", payment.returnUrl],
        ["resulturl", payment.resultUrl],
        ["authemail", payment.email],
        ...(payment.method === "card" ? [] : phoneFields),
        ["merchanttrace", payment.id],
      ]);
      if (text === null) return LOST;
      // Paynow signs no errors. One that someone else made up says that nothing was paid, and what is paid is noticed.
      const { status, error } = byName([...new URLSearchParams(text)]);
      if (status?.toLowerCase() === "error")
        return { status: "refused", reason: cutText((error ?? "").trim(), 200) || "The payment was refused." };
      const fields = await readSigned(text, key);
      const pollUrl = fields?.["pollurl"] ?? "";
      const checkoutUrl = fields?.["browserurl"] || null;
      if (!fields || !isItsOwn(pollUrl) || (checkoutUrl !== null && !isItsOwn(checkoutUrl))) return LOST;
      return {
        status: "started",
        pollUrl,
        checkoutUrl,
        instructions: cutText(fields["instructions"] ?? "", 500) || null,
        code: fields["authorizationcode"]?.slice(0, 40) || null,
        codeExpiresAt: parsePaynowTime(fields["authorizationexpires"] ?? ""),
        providerReference: readReference(fields),
      };
    },

    poll: async (pollUrl) => (isItsOwn(pollUrl) ? readSignedStatus(await post(pollUrl)) : null),

    async trace(ours) {
      const fields = await readSigned(await ask("/interface/trace", [["merchanttrace", ours]]), key);
      if (fields?.["status"]?.toLowerCase() === "notfound") return "none";
      return fields && readStatus(fields);
    },

    readUpdate: readSignedStatus,
  };
}

/** Paynow's own number of a transaction, which it writes with and without thousands separators. */
const readReference = ({ paynowreference }: Record<string, string>): string | null =>
  paynowreference?.replaceAll(",", "").slice(0, 40) || null;

/** Whole cents of an amount as Paynow writes it (`25.50`, `1,025.5`); null: it isn't one. */
export const parsePaynowAmount = (text: string): number | null =>
  parseCents(/^\d{1,3}(,\d{3})+(\.|$)/.test(text.trim()) ? text.replaceAll(",", "") : text);

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The end of an InnBucks code as Paynow writes it, in Harare's time: `21-Nov-2026 18:00`; null: it says nothing. */
export function parsePaynowTime(text: string): Instant | null {
  const match = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ](\d{4})[ T](\d{1,2}):(\d{2})/.exec(text.trim());
  if (!match) return null;
  const [, day = "", name = "", year, ...time] = match;
  const month = String(MONTHS.indexOf(name.toLowerCase()) + 1);
  const [hour = 0, minute = 0] = time.map(Number);
  const date = parseDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return date === null || hour > 23 || minute > 59 ? null : instantOf(date, hour * 60 + minute);
}

// The messages between Paynow and us: form-encoded, with a hash over their values that proves who wrote them.

type Fields = [name: string, value: string][];

/** SHA-512, in upper-case hex, over all values in the message's order, without the hash, and then the key. */
export async function paynowHash(fields: Iterable<readonly [string, string]>, key: string): Promise<string> {
  const values = [...fields].flatMap(([name, value]) => (isHash(name) ? [] : [value]));
  const digest = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(values.join("") + key));
  const bytes = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return bytes.join("").toUpperCase();
}

export const signMessage = async (fields: Fields, key: string): Promise<URLSearchParams> =>
  new URLSearchParams([...fields, ["hash", await paynowHash(fields, key)]]);

/** The fields of a message by their names in lower case; null: none came, or its hash is not Paynow's. */
export async function readSigned(text: string | null, key: string) {
  if (text === null) return null;
  const fields = [...new URLSearchParams(text)];
  const hash = fields.find(([name]) => isHash(name))?.[1] ?? "";
  return isSameSecret(hash.toUpperCase(), await paynowHash(fields, key)) ? byName(fields) : null;
}

const isHash = (name: string) => name.toLowerCase() === "hash";
const byName = (fields: Fields) => Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
