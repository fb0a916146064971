import * as z from "zod";
import { learnWhatsAppIds } from "~/domain/accounts/phone-channels.server";
import { type DeliveryReport, recordDeliveryReports } from "~/domain/notices/notice-states.server";
import { verdictOnWhatsApp } from "~/domain/notices/whatsapp-sender";
import { hmacInHex, isSameSecret } from "~/domain/values/secrets";
import { SAID_LIMITS } from "~/domain/notices/said";
import { cutText, parseJson } from "~/domain/values/text";
import { parsePhone } from "~/domain/values/typed-phone";
import { readText } from "~/http/body";
import type { RequestContext } from "~/http/context";
import { receiveInbound } from "./inbound.server";
import type { InboundMessage } from "./heard";

/** Meta batches up to a thousand reports. */
const LARGEST = 1024 * 1024;
const LARGEST_FORM = 16 * 1024;

const answer = (status: number) => new Response(null, { status });

/** Takes what Meta posts about WhatsApp (N15), once its signature is checked. 429 asks Meta to post it again. */
export async function receiveWhatsAppWebhook(context: RequestContext, request: Request): Promise<Response> {
  const { whatsApp } = context.phoneProviders;
  if (!whatsApp) return answer(404);
  const body = await readText(request, LARGEST);
  if (body === null) return answer(413);
  const signature = request.headers.get("X-Hub-Signature-256")?.toLowerCase() ?? "";
  if (!isSameSecret(signature, `sha256=${await hmacInHex(whatsApp.appSecret, body)}`)) return answer(401);
  // Signed, but of another shape, like the events of other fields: nothing of ours.
  const values = listOf(envelope, parseJson(body)).flatMap(({ entry }) =>
    listOf(changesOf, entry).flatMap(({ changes }) => listOf(change, changes).map(({ value }) => value)),
  );
  const statuses = values.flatMap((value) => listOf(status, value.statuses));
  const owners = statuses.flatMap(({ recipient_id, recipient_user_id: whatsAppId }) =>
    whatsAppId ? { phone: parsePhone(`+${recipient_id}`), whatsAppId } : [],
  );
  await Promise.all([
    recordDeliveryReports(context.db, statuses.map(reportOf)),
    owners.length > 0 ? learnWhatsAppIds(context.db, owners) : null,
  ]);
  return receiveAll(context, values.flatMap(inboundOf));
}

/** The reasons of Africa's Talking that are the phone's owner's own. */
const OPTED_OUT = /^(?:UserInBlackList|DoNotDisturbRejection)$/i;

/** Takes a report of Africa's Talking about a text message it took. */
export async function receiveSmsReport(context: RequestContext, request: Request): Promise<Response> {
  const form = await formOf(request);
  if (form === null) return answer(413);
  const read = smsReport.safeParse(form);
  if (!read.success) return answer(200);
  const { id: providerId, status, failureReason: why = status } = read.data;
  const failed = { code: status, reason: `Africa's Talking: ${why}`, isRefused: OPTED_OUT.test(why) };
  const hasFailed = ["Failed", "Rejected", "Expired", "AbsentSubscriber"].includes(status);
  await recordDeliveryReports(context.db, [
    { providerId, ...(status === "Success" && { deliveredAt: context.now }), ...(hasFailed && { failed }) },
  ]);
  return answer(200);
}

/** Takes a text message that Africa's Talking passes on. */
export async function receiveSmsMessage(context: RequestContext, request: Request): Promise<Response> {
  const form = await formOf(request);
  if (form === null) return answer(413);
  const { id = JSON.stringify(form), from = "", text = "" } = form;
  const phone = parsePhone(from) ?? (cutText(from, MAX_ID) || UNKNOWN);
  const nothing = { whatsAppId: null, name: null, choice: null, place: null, picture: null, unseen: null };
  return receiveAll(context, [{ channel: "sms", phone, providerId: id, text, ...nothing }]);
}

async function receiveAll(context: RequestContext, messages: InboundMessage[]): Promise<Response> {
  let isComplete = true;
  // One after another: those of one person keep their order. One that fails is posted again, and holds up no other.
  for (const message of messages) {
    try {
      const taken = await receiveInbound(context, message);
      if (!taken.ok) isComplete = false;
    } catch (error) {
      context.reportError("inbound message failed", error);
      isComplete = false;
    }
  }
  return answer(isComplete ? 200 : 429);
}

const seconds = z.coerce.number().int().positive();
/** A provider's id, or a sender without a phone, at most. */
const MAX_ID = 200;
const UNKNOWN = "unknown";

/** Parses each element by itself (N15): an odd one costs no other. */
const listOf = <Parsed>(schema: z.ZodType<Parsed>, list: unknown): Parsed[] =>
  (Array.isArray(list) ? list : [list]).flatMap((element) => schema.safeParse(element).data ?? []);

const word = z.string().optional().catch(undefined);
const envelope = z.object({ entry: z.array(z.unknown()) });
const changesOf = z.object({ changes: z.array(z.unknown()) });
const list = z.array(z.unknown()).catch([]);
const change = z.object({ value: z.object({ contacts: list, statuses: list, messages: list }) });
const status = z.object({
  id: z.string().max(MAX_ID),
  status: z.string(),
  timestamp: seconds,
  biz_opaque_callback_data: z.string().max(60).optional().catch(undefined),
  recipient_id: word,
  recipient_user_id: word,
  errors: z.array(z.object({ code: z.number(), title: z.string().catch("") })).catch([]),
});
const contact = z.object({
  wa_id: word,
  user_id: word,
  profile: z.object({ name: word, username: word }).optional().catch(undefined),
});
const tapped = z.object({ id: z.string().max(SAID_LIMITS.id) });
/** An odd part costs no word: those are read of the message as it came (`raw`). */
const orNothing = <Parsed>(schema: z.ZodType<Parsed>) => schema.optional().catch(undefined);
const written = z.preprocess(
  (raw) => (typeof raw === "object" && raw !== null ? { ...raw, raw } : raw),
  z.object({
    raw: z.unknown(),
    from: word,
    from_user_id: word,
    id: word,
    type: z.string().catch("message"),
    interactive: orNothing(z.object({ button_reply: tapped.optional(), list_reply: tapped.optional() })),
    button: orNothing(z.object({ payload: tapped.shape.id })),
    location: orNothing(z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })),
    image: orNothing(z.object({ id: z.string().max(MAX_ID) })),
  }),
);

function reportOf({ status: word, timestamp, errors: [error], ...report }: z.infer<typeof status>): DeliveryReport {
  const at = timestamp * 1000;
  const failed = {
    code: error ? String(error.code) : null,
    reason: `WhatsApp: ${cutText(error?.title ?? "", MAX_ID) || "not delivered"}`,
    isRefused: error !== undefined && verdictOnWhatsApp(error.code) === "drop",
  };
  return {
    providerId: report.id,
    ...(report.biz_opaque_callback_data && { noticeId: report.biz_opaque_callback_data }),
    ...((word === "delivered" || word === "read") && { deliveredAt: at }),
    ...(word === "read" && { seenAt: at }),
    ...(word === "failed" && { failed }),
  };
}

/** Elements that Meta puts beside someone's words. */
const NOT_SAID = ["context", "errors", "referral", "system", "reaction"];
/** Where Meta's kinds of messages keep what someone said: texts, captions, places, replies, names of contacts. */
const SAID = [
  "body",
  "text",
  "caption",
  "title",
  "description",
  "name",
  "address",
  "filename",
  "formatted_name",
  "phone",
];
const DEPTH = 6;
/** Kinds of which the words are everything. */
const SPOKEN = ["text", "message", "button", "interactive", "location", "contacts", "image"];

function wordsIn(part: unknown, depth = 0): string[] {
  if (typeof part !== "object" || part === null || depth > DEPTH) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (typeof value === "string") return depth > 0 && SAID.includes(key) && value ? [value] : [];
    return NOT_SAID.includes(key) ? [] : wordsIn(value, depth + 1);
  });
}

const inboundOf = ({ contacts, messages }: z.infer<typeof change>["value"]): InboundMessage[] => {
  const known = listOf(contact, contacts);
  return listOf(written, messages).flatMap(({ raw, from, from_user_id, id, type, ...parts }) => {
    const { interactive, button, location, image } = parts;
    const words = wordsIn(raw).join("\n");
    // A reaction is no message, and what has neither words nor a file, like an unsupported kind, says nothing.
    if (!words && ["reaction", "unsupported", "system"].includes(type)) return [];
    const isNamed = from !== undefined || from_user_id !== undefined;
    const sender = isNamed
      ? known.find(({ wa_id, user_id }) => (from ? wa_id === from : user_id === from_user_id))
      : known.length === 1
        ? known[0]
        : undefined;
    const { username, name = username } = sender?.profile ?? {};
    const whatsAppId = from_user_id ?? sender?.user_id ?? null;
    const phone = parsePhone(`+${from ?? sender?.wa_id ?? ""}`) ?? whatsAppId ?? from ?? username ?? UNKNOWN;
    return {
      channel: "whatsapp" as const,
      phone: cutText(phone, MAX_ID),
      whatsAppId,
      providerId: id ?? JSON.stringify(raw),
      name: name ?? null,
      text: words,
      unseen: SPOKEN.includes(type) && (words || location || image) ? null : type,
      choice: (interactive?.button_reply ?? interactive?.list_reply)?.id ?? button?.payload ?? null,
      place: location ?? null,
      picture: image?.id ?? null,
    };
  });
};

const smsReport = z.object({
  id: z.string().min(1).max(200),
  status: z.string().max(60),
  failureReason: z.string().max(100).optional(),
});

async function formOf(request: Request): Promise<Record<string, string> | null> {
  const body = await readText(request, LARGEST_FORM);
  return body === null ? null : Object.fromEntries(new URLSearchParams(body));
}
