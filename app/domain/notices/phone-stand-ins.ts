import * as z from "zod";
import { newId } from "../values/id";
import { hmacInHex } from "../values/secrets";
import { SAID_LIMITS as LIMITS, type ChoiceRow } from "./said";
import { gsmLength, SMS_LENGTH, toGsm } from "./sms-text";
import { TEMPLATE_LANGUAGE, WHATSAPP_TEMPLATES } from "./whatsapp-sender";

/** The last four digits of a phone at which a provider's stand-in behaves badly, whatever it is sent. */
const REFUSED_NUMBERS = { invalid: "0400", optedOut: "0406", limited: "0429", broken: "0500" } as const;
export const MAGIC_NUMBERS = { ...REFUSED_NUMBERS, slow: "0010", gone: "0503" } as const;

type Refusal = keyof typeof REFUSED_NUMBERS;

/** Behaves badly where a phone asks for it: gives its provider's refusal; null: behaves as the documents promise. */
async function misbehave(phone: string, signal: AbortSignal, refusals: Record<Refusal, Response>) {
  if (phone.endsWith(MAGIC_NUMBERS.gone)) throw new TypeError("Network connection lost.");
  if (phone.endsWith(MAGIC_NUMBERS.slow)) await scheduler.wait(10_000, { signal });
  const refused = (Object.keys(refusals) as Refusal[]).find((name) => phone.endsWith(MAGIC_NUMBERS[name]));
  return refused ? refusals[refused] : null;
}

/** Answers as Africa's Talking documents `/version1/messaging`, for local mode and tests. `heard` gets what it took. */
export const smsStandIn =
  (heard: (message: { to: string; message: string; id: string }) => void = () => undefined): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const to = form.get("to") ?? "";
    const message = form.get("message") ?? "";
    if (!request.headers.get("apiKey")) return new Response("The supplied authentication is invalid", { status: 401 });
    if (!form.get("username") || !message)
      return new Response("Request is missing required form field", { status: 400 });
    const refused = await misbehave(to, request.signal, {
      limited: new Response("Too many requests", { status: 429 }),
      broken: new Response("Internal server error", { status: 500 }),
      optedOut: about(to, 406, "UserInBlacklist"),
      invalid: about(to, 403, "InvalidPhoneNumber"),
    });
    if (refused) return refused;
    if (!/^\+2637\d{8}$/.test(to)) return about(to, 403, "InvalidPhoneNumber");
    // It would take a longer one too, and charge for each part.
    if (toGsm(message) !== message || gsmLength(message) > SMS_LENGTH) return about(to, 502, "RejectedByGateway");
    const id = `ATXid_${newId()}`;
    heard({ to, message, id });
    return about(to, 101, "Success", id);
  };

function about(number: string, statusCode: number, status: string, messageId = "None"): Response {
  const isTaken = statusCode < 200;
  const recipient = { statusCode, number, status, cost: isTaken ? "USD 0.0300" : "0", messageId };
  const Message = `Sent to ${isTaken ? 1 : 0}/1 Total Cost: USD 0.0300`;
  return Response.json({ SMSMessageData: { Message, Recipients: [recipient] } }, { status: 201 });
}

const NETWORK = { networkCode: "64801" };

export const smsInboundReport = ({ at, ...message }: { from: string; text: string; id: string; at: string }) =>
  new URLSearchParams({ ...message, to: "33000", linkId: newId(), date: at, ...NETWORK });

export const smsDeliveryReport = (id: string, status: string, failureReason?: string) =>
  new URLSearchParams({ id, status, ...NETWORK, ...(failureReason && { failureReason }) });

const parameters = z.array(
  z.union([
    z.object({ type: z.literal("text"), text: z.string().min(1) }),
    z.object({ type: z.literal("payload"), payload: z.string().min(1).max(LIMITS.id) }),
  ]),
);
const template = z.object({
  name: z.string(),
  language: z.object({ code: z.literal(TEMPLATE_LANGUAGE) }),
  components: z.array(z.object({ type: z.string(), parameters })),
});
const product = z.object({
  messaging_product: z.literal("whatsapp"),
  to: z.string().startsWith("+").optional(),
  /** The id at Meta of someone without a phone. */
  recipient: z.string().optional(),
});
const image = z.object({ id: z.string() });
const captioned = image.extend({ caption: z.string().min(1).max(LIMITS.text) });
const saidText = z.object({ text: z.string().min(1).max(LIMITS.text) });
const choice = (length: number) =>
  z.object({ id: z.string().min(1).max(LIMITS.id), title: z.string().min(1).max(length) });
const row = choice(LIMITS.row).extend({ description: z.string().max(LIMITS.about).optional() });
const message = z.union([
  product.extend({ type: z.literal("text"), text: z.object({ body: z.string().min(1).max(4096) }) }),
  product.extend({ type: z.literal("template"), template }),
  product.extend({ type: z.literal("image"), image: captioned }),
  product.extend({ type: z.literal("document"), document: captioned.extend({ filename: z.string().min(1) }) }),
  product.extend({
    type: z.literal("interactive"),
    interactive: z.union([
      z.object({
        type: z.literal("button"),
        header: z.object({ type: z.literal("image"), image }).optional(),
        body: saidText,
        action: z.object({
          buttons: z
            .array(z.object({ type: z.literal("reply"), reply: choice(LIMITS.button) }))
            .min(1)
            .max(LIMITS.buttons),
        }),
      }),
      z.object({
        type: z.literal("list"),
        body: saidText,
        action: z.object({
          button: z.string().min(1).max(LIMITS.button),
          sections: z.array(z.object({ rows: z.array(row).min(1).max(LIMITS.rows) })).length(1),
        }),
      }),
    ]),
  }),
]);

export interface HeardMessage {
  to: string;
  id: string;
  text: string;
  template: string | null;
  /** The buttons or rows under it. */
  choices: Pick<ChoiceRow, "id" | "title">[];
  /** The id of the photo or the document with it; null: it has none. */
  file: string | null;
}

const choicesOf = ({ interactive }: Extract<z.infer<typeof message>, { type: "interactive" }>) =>
  interactive.type === "button"
    ? interactive.action.buttons.map(({ reply }) => reply)
    : interactive.action.sections.flatMap(({ rows }) => rows);

/** The content of a message within a day of theirs. */
function freeContentOf(sent: Exclude<z.infer<typeof message>, { type: "template" }>): Omit<HeardMessage, "to" | "id"> {
  const bare = { template: null, choices: [], file: null };
  if (sent.type === "text") return { ...bare, text: sent.text.body };
  if (sent.type === "image") return { ...bare, text: sent.image.caption, file: sent.image.id };
  if (sent.type === "document") return { ...bare, text: sent.document.caption, file: sent.document.id };
  const { interactive } = sent;
  const file = interactive.type === "button" ? (interactive.header?.image.id ?? null) : null;
  return { ...bare, text: interactive.body.text, choices: choicesOf(sent), file };
}

/**
 * Answers as Meta documents `POST /{phone id}/media`, to which files are given, and `/messages`: only templates that are
 * to be approved, with all variables, and any text within a day of the phone's last message.
 */
export const whatsAppStandIn =
  (
    mayWriteFreely: (phone: string) => Promise<boolean>,
    heard: (message: HeardMessage) => void = () => undefined,
    files = new Set<string>(),
  ): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    if (!request.headers.get("Authorization")?.startsWith("Bearer ")) return refused(401, 190, "Access token expired");
    if (request.url.endsWith("/media")) {
      const file = (await request.formData()).get("file");
      if (!(file instanceof Blob) || !["image/jpeg", "application/pdf"].includes(file.type))
        return refused(400, 100, "Invalid parameter");
      const id = newId();
      files.add(id);
      return Response.json({ id });
    }
    const read = message.safeParse(await request.json().catch(() => null));
    if (!read.success) return refused(400, 100, "Invalid parameter");
    const { recipient = "", to = recipient } = read.data;
    const refusal = await misbehave(to, request.signal, {
      limited: refused(400, 130429, "Rate limit hit"),
      broken: refused(500, 131000, "Something went wrong"),
      optedOut: refused(400, 131050, "User has stopped marketing messages"),
      invalid: refused(400, 131026, "Message undeliverable"),
    });
    if (refusal) return refusal;
    const id = `wamid.${newId()}`;
    if (read.data.type !== "template") {
      if (!(await mayWriteFreely(to))) return refused(400, 131047, "Re-engagement message");
      const content = freeContentOf(read.data);
      if (content.file && !files.has(content.file)) return refused(400, 131009, "Parameter value is not valid");
      heard({ to, id, ...content });
      return accepted(to, id);
    }
    const { name, components } = read.data.template;
    const approved = WHATSAPP_TEMPLATES.find((one) => one.name === name);
    if (!approved) return refused(404, 132001, "Template name does not exist in the translation");
    const variables = (components.find((one) => one.type === "body")?.parameters ?? []).flatMap((one) =>
      one.type === "text" ? one : [],
    );
    const replies = components.flatMap(({ parameters: given }) =>
      given.flatMap((one) => (one.type === "payload" ? one.payload : [])),
    );
    const titles = approved.replies ?? [];
    if (replies.length !== titles.length) return refused(400, 132000, "Number of parameters does not match");
    if (variables.length !== approved.examples.length)
      return refused(400, 132000, "Number of parameters does not match");
    if (variables.some((one) => /[\n\t]| {4,}/.test(one.text)))
      return refused(400, 132018, "Parameters have new lines, tabs or more than 4 blanks");
    const body = approved.body ?? "*{{1}}* is your verification code.";
    const text = body.replace(/\{\{(\d)\}\}/g, (_, at: string) => variables[Number(at) - 1]?.text ?? "");
    const choices = titles.map((title, at) => ({ id: replies[at]!, title }));
    heard({ to, id, template: name, text, choices, file: null });
    return accepted(to, id);
  };

/** Answers as Meta documents the download of a picture: first its address by its id, then the picture. `open` null: it is gone. */
export const whatsAppPictureStandIn =
  (open: (id: string) => Promise<BodyInit | null>): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { origin, pathname } = new URL(request.url);
    const id = pathname.split("/").at(-1)!;
    if (!request.headers.get("Authorization")?.startsWith("Bearer ")) return refused(401, 190, "Access token expired");
    const picture = await open(id);
    if (picture === null) return refused(404, 131052, "Media download error");
    return origin === PICTURES
      ? new Response(picture)
      : Response.json({ messaging_product: "whatsapp", id, url: `${PICTURES}/${id}`, mime_type: "image/jpeg" });
  };

const PICTURES = "https://lookaside.fbsbx.com";

const bare = (phone: string) => phone.replace("+", "");

const accepted = (to: string, id: string) =>
  Response.json({
    messaging_product: "whatsapp",
    contacts: [{ input: to, wa_id: bare(to) }],
    messages: [{ id, message_status: "accepted" }],
  });

const refused = (status: number, code: number, text: string) =>
  Response.json(
    { error: { message: `(#${code}) ${text}`, type: "OAuthException", code, fbtrace_id: "stand-in" } },
    { status },
  );

const metadata = { display_phone_number: "263772000000", phone_number_id: "0" };

function envelope(news: object): string {
  const changes = [{ field: "messages", value: { messaging_product: "whatsapp", metadata, ...news } }];
  return JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "0", changes }] });
}

interface Inbound {
  from: string;
  id: string;
  text: string;
  name?: string;
  /** When, since 1970. */
  seconds: number;
  /** The button or the row that was tapped; its title is the text. */
  choice?: string | undefined;
  place?: { latitude: number; longitude: number } | undefined;
  /** The id at Meta of a picture, whose caption is the text. */
  picture?: string | undefined;
}

/** Meta's post when someone writes, taps, or sends a place or a picture. */
export function whatsAppInbound({ from: phone, id, text, name = "Someone", seconds, ...sent }: Inbound) {
  const from = bare(phone);
  const content = contentOf(text, sent);
  return envelope({
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id, timestamp: String(seconds), ...content }],
  });
}

function contentOf(text: string, { choice, place, picture }: Pick<Inbound, "choice" | "place" | "picture">) {
  if (choice)
    return { type: "interactive", interactive: { type: "button_reply", button_reply: { id: choice, title: text } } };
  if (place) return { type: "location", location: place };
  if (picture)
    return { type: "image", image: { id: picture, mime_type: "image/jpeg", ...(text && { caption: text }) } };
  return { type: "text", text: { body: text } };
}

export type WhatsAppStatus = "sent" | "delivered" | "read" | "failed";

export const whatsAppStatuses = (statuses: { id: string; status: WhatsAppStatus; seconds: number; code?: number }[]) =>
  envelope({
    statuses: statuses.map(({ seconds, code, ...one }) => ({
      ...one,
      timestamp: String(seconds),
      recipient_id: metadata.display_phone_number,
      ...(code && { errors: [{ code, title: "Message undeliverable" }] }),
    })),
  });

/** Meta's signature over a body, for its header `X-Hub-Signature-256`. */
export const whatsAppSignature = async (appSecret: string, body: string) =>
  `sha256=${await hmacInHex(appSecret, body)}`;
