import * as z from "zod";
import {
  DeliveryError,
  linkOf,
  readShortNotice,
  type QueuedNotice,
  type Verdict,
  type Sender,
  type AddressedNotice,
} from "./notice";
import { cutText } from "../values/text";
import { HOUR, MINUTE } from "../time/harare";
import { formatReceipt } from "../values/money";
import { type ReceiptFile, SAID_LIMITS } from "./said";

/** A message that Meta has approved: outside of the day after someone wrote to us, WhatsApp takes no other. */
interface WhatsAppTemplate {
  name: string;
  /** With {{1}}, {{2}} in place of the variables. Null: Meta's own text for codes. */
  body: string | null;
  /** One for each variable, which are a notice's title and line, or its code. */
  examples: readonly string[];
  /** The button below it; its address is the origin and a variable. */
  button: string;
  /** The answers to tap beside it (Q4), of a booking's. */
  replies?: readonly (keyof typeof REPLIES)[];
}

/** The actions about a job (app/dialogue) that the answers of a template begin. */
const REPLIES = { Confirm: "confirm", Refuse: "refuse", "Answer here": "see" } as const;

export const TEMPLATE_LANGUAGE = "en";

/** The template of each topic. The texts for Meta's form are in docs/whatsapp-templates.md. */
const TEMPLATES = {
  requests: {
    name: "pombi_request",
    body: "A job at Pombi: {{1}}. When and what: {{2}}. Please open the job and answer soon, the client is waiting.",
    examples: ["Rudo wants to book you", "Sat 21 Nov, 9:00 am, Leak Repair, Avondale"],
    button: "Open the job",
    replies: ["Confirm", "Refuse"] as const,
  },
  changes: {
    name: "pombi_booking_change",
    body: "News about your booking at Pombi: {{1}}. It is about {{2}}. Please open the booking to see all of it.",
    examples: ["Tendai Moyo has confirmed the booking", "Sat 21 Nov, 9:00 am, Leak Repair"],
    button: "Open the booking",
    replies: ["Answer here"] as const,
  },
  reminders: {
    name: "pombi_reminder",
    body: "A reminder of your booking at Pombi: {{1}}. It is about {{2}}. Please open the booking if something has changed.",
    examples: ["Tendai Moyo is coming", "Sat 21 Nov, 9:00 am, Leak Repair"],
    button: "Open the booking",
    replies: ["Answer here"] as const,
  },
  messages: {
    name: "pombi_messages",
    body: "You have a message at Pombi. {{1}}: “{{2}}”. You can answer here, or on the site.",
    examples: ["Tendai Moyo", "I come at ten"],
    button: "Read and answer",
  },
  reviews: {
    name: "pombi_review",
    body: "About a review at Pombi: {{1}}. In short: {{2}}. Please open it to see all of it.",
    examples: ["Rudo Moyo gave you 5 stars", "Quick and clean work"],
    button: "Open the review",
  },
  account: {
    name: "pombi_account",
    body: "About your account at Pombi: {{1}}. {{2}} Please open the site if it wasn't you.",
    examples: ["You're now listed at Pombi", "Clients can find you in the directory."],
    button: "Open Pombi",
  },
  news: {
    name: "pombi_news",
    body: "News from Pombi: {{1}}. In short: {{2}}. Answer STOP to get no more WhatsApp messages from us.",
    examples: ["Plumbers in Mutare", "You can now book plumbers in Mutare too"],
    button: "Read more",
  },
} satisfies Record<QueuedNotice["topic"], WhatsAppTemplate>;

const CODE: WhatsAppTemplate = { name: "pombi_phone_code", body: null, examples: ["123456"], button: "Copy code" };

export const WHATSAPP_TEMPLATES = [...Object.values<WhatsAppTemplate>(TEMPLATES), CODE].map((template) => ({
  ...template,
  category: template === CODE ? "AUTHENTICATION" : template === TEMPLATES.news ? "MARKETING" : "UTILITY",
}));

/** The `template` of a message to the Cloud API. `link`: the notice's, below the origin. */
export function templateMessage(
  topic: QueuedNotice["topic"],
  notice: AddressedNotice,
  { link, origin }: { link: string | null; origin: string },
) {
  const { title, body, code } = notice;
  const template: WhatsAppTemplate = code === undefined ? TEMPLATES[topic] : CODE;
  const variables = (code === undefined ? [title, body].slice(0, template.examples.length) : [code]).map(asVariable);
  // The address of the button is the origin and a slash; of a code's, the code again.
  const button = code ?? (link?.startsWith(`${origin}/`) ? link.slice(origin.length + 1) : "");
  return {
    name: template.name,
    language: { code: TEMPLATE_LANGUAGE },
    components: [
      { type: "body", parameters: variables.map((text) => ({ type: "text", text })) },
      { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: button || "/" }] },
      ...(template.replies ?? []).map((reply, at) => ({
        type: "button",
        sub_type: "quick_reply",
        index: String(at + 1),
        parameters: [{ type: "payload", payload: payloadOf(notice, REPLIES[reply]) }],
      })),
    ],
  };
}

/** The meaning of a template's reply: the choice that the notice has, else a look at the job, or the list of their jobs. */
const payloadOf = ({ bookingId, choices }: AddressedNotice, name: string): string =>
  choices?.buttons?.find(({ id }) => id.includes(`.${name}.`))?.id ?? (bookingId ? `job.${bookingId}.see.` : "jobs");

/** The text of such a message. What can be answered by a tap needs no page: some have no data for it, and no account. */
export const freeText = ({ title, body, choices }: AddressedNotice, link: string | null): string =>
  [title, body, choices?.buttons?.length ? null : link].filter(Boolean).join("\n");

/** A file at Meta. `name`: of a document; absent: it is a photo. */
interface Media {
  id: string;
  name?: string | undefined;
}

/**
 * The messages that WhatsApp takes within a day of their last one: a text, with the answers to tap under it. A photo stands above
 * it, but not above a list.
 */
function freeMessage(body: string, choices: AddressedNotice["choices"], media: Media | null) {
  const text = cutText(body, SAID_LIMITS.text);
  if (choices?.buttons?.length) {
    const buttons = choices.buttons.map((reply) => ({ type: "reply", reply }));
    const header = media && { header: { type: "image", image: { id: media.id } } };
    return { type: "interactive", interactive: { type: "button", ...header, body: { text }, action: { buttons } } };
  }
  if (choices?.rows?.length) {
    const rows = choices.rows.map(({ about, ...row }) => ({ ...row, ...(about && { description: about }) }));
    const action = { button: "Choose", sections: [{ rows }] };
    return { type: "interactive", interactive: { type: "list", body: { text }, action } };
  }
  // Words are worth more than a photo under which they don't fit.
  if (!media || text !== body) return { type: "text", text: { preview_url: false, body } };
  const shown = { id: media.id, caption: body };
  return media.name === undefined
    ? { type: "image", image: shown }
    : { type: "document", document: { ...shown, filename: media.name } };
}

const VARIABLE_LENGTH = 200;

/** Meta refuses variables that are empty, or have line breaks, tabs or many spaces. A full stop would appear twice. */
const asVariable = (text: string): string =>
  cutText(text.replace(/\s+/g, " ").trim().replace(/\.$/, ""), VARIABLE_LENGTH) || "-";

/** The Cloud API's codes. A code that is not listed, an expired token or an unfinished setup included, is tried again. */
const VERDICTS: Record<number, Verdict> = {
  4: MINUTE, // Too many calls
  80007: MINUTE, // Rate limit of the account
  130429: MINUTE, // Rate limit of the number
  131056: MINUTE, // Too many messages to this phone
  131048: HOUR, // Reported as spam too often
  131049: HOUR, // Meta keeps back marketing
  131021: "final", // Our own number
  131026: "final", // No WhatsApp there
  131030: "final", // Not on the list of a test number
  131047: "final", // Their last message is older than a day
  131050: "drop", // They have opted out
};

export const verdictOnWhatsApp = (code: number): Verdict => VERDICTS[code] ?? "retry";

export const WHATSAPP_API = "https://graph.facebook.com/v25.0";

const taken = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const uploaded = z.object({ id: z.string() });
const refused = z.object({ error: z.object({ code: z.number(), message: z.string().default("") }) });

interface Surroundings {
  origin: string;
  fetch: typeof globalThis.fetch;
  /** Checks that the owner of a phone has written to us within a day: then WhatsApp takes any text. */
  mayWriteFreely: (phone: string) => Promise<boolean>;
  /** A photo of a job or a message as a JPEG: WhatsApp takes no WebP. Null: it is gone. */
  openPhoto: (id: string) => Promise<Blob | null>;
  /** A receipt as a PDF, if this user may see it. */
  openReceipt: (receipt: ReceiptFile, userId: string | null) => Promise<Blob | null>;
}

/** The sender of WhatsApp messages, by Meta's Cloud API (N15): an approved template, or a text within a day of theirs. */
export const whatsAppSender = (
  // The company's number at Meta.
  { token, phoneId }: { token: string; phoneId: string },
  { origin, fetch, mayWriteFreely, openPhoto, openReceipt }: Surroundings,
): Sender => ({
  async send(notice, signal) {
    const short = readShortNotice(notice);
    const link = linkOf(short, origin);
    const isFree = short.code === undefined && (await mayWriteFreely(notice.recipient));
    const headers = { Authorization: `Bearer ${token}` };
    const { photo, receipt } = isFree ? short : {};
    const file = receipt ? await openReceipt(receipt, notice.userId) : photo ? await openPhoto(photo) : null;
    const name = receipt ? `${formatReceipt(receipt.number)}.pdf` : undefined;
    const media =
      file && (await upload(fetch, `${WHATSAPP_API}/${phoneId}/media`, { headers, signal }, { file, name }));
    const response = await fetch(`${WHATSAPP_API}/${phoneId}/messages`, {
      method: "POST",
      signal,
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        recipient_type: "individual",
        [notice.recipient.startsWith("+") ? "to" : "recipient"]: notice.recipient,
        // Comes back with each report, also if the answer to this call is lost.
        biz_opaque_callback_data: notice.id,
        ...(isFree
          ? freeMessage(freeText(short, link), short.choices, media)
          : { type: "template", template: templateMessage(notice.topic, short, { link, origin }) }),
      }),
    });
    const { messages } = await readAnswer(response, taken);
    return messages[0]!.id;
  },
});

/** Gives a file to Meta, which keeps it for a month. */
async function upload(
  fetch: typeof globalThis.fetch,
  url: string,
  init: Pick<RequestInit, "headers" | "signal">,
  { file, name }: { file: Blob; name: string | undefined },
): Promise<Media> {
  const body = new FormData();
  body.set("messaging_product", "whatsapp");
  body.set("file", file, name ?? "photo.jpg");
  const { id } = await readAnswer(await fetch(url, { ...init, method: "POST", body }), uploaded);
  return { id, name };
}

/** Reads what Meta answered. Throws a `DeliveryError` where it refused. */
async function readAnswer<Answer>(response: Response, wanted: z.ZodType<Answer>): Promise<Answer> {
  const answer: unknown = await response.json().catch(() => null);
  const { data: done } = wanted.safeParse(answer);
  if (response.ok && done) return done;
  throw errorOf(response.status, refused.safeParse(answer).data?.error);
}

function errorOf(status: number, error?: { code: number; message: string }): DeliveryError {
  if (error) return new DeliveryError(`WhatsApp: ${error.message}`, verdictOnWhatsApp(error.code), String(error.code));
  return status === 429
    ? new DeliveryError("WhatsApp: too many requests.", MINUTE, "429")
    : new DeliveryError(`WhatsApp answered ${status}.`, "retry", String(status));
}
