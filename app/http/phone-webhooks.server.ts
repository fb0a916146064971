import * as z from "zod";
import { type DeliveryReport, recordDeliveryReports } from "~/domain/notices/notice-states.server";
import { verdictOnWhatsApp } from "~/domain/notices/whatsapp-sender";
import { receiveInbound, type InboundMessage } from "~/domain/messages/inbound.server";
import { hmacInHex, isSameSecret } from "~/domain/values/secrets";
import { parseJson } from "~/domain/values/text";
import { parsePhone } from "~/domain/values/typed-phone";
import type { RequestContext } from "./context";
import { readText } from "./body";

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
  const posted = whatsAppPost.safeParse(parseJson(body));
  // Signed, but of another shape, like the events of other fields: nothing of ours.
  if (!posted.success) return answer(200);
  const values = posted.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  await recordDeliveryReports(
    context.db,
    values.flatMap(({ statuses }) => statuses.map(reportOf)),
  );
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
  const { id = "", from = "", text = "" } = smsMessage.safeParse(form).data ?? {};
  const phone = parsePhone(from);
  return phone ? receiveAll(context, [{ channel: "sms", phone, providerId: id, name: null, text }]) : answer(200);
}

async function receiveAll(context: RequestContext, messages: InboundMessage[]): Promise<Response> {
  // One after another: those of one person keep their order.
  let isComplete = true;
  for (const message of messages) if (!(await receiveInbound(context, message)).ok) isComplete = false;
  return answer(isComplete ? 200 : 429);
}

const seconds = z.coerce.number().int().positive();
const status = z.object({
  id: z.string().max(200),
  status: z.string(),
  timestamp: seconds,
  biz_opaque_callback_data: z.string().max(60).optional(),
  errors: z.array(z.object({ code: z.number(), title: z.string().max(200).default("") })).default([]),
});
const written = z.object({
  from: z.string().max(20),
  id: z.string().max(200),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
});
const whatsAppPost = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            contacts: z
              .array(z.object({ wa_id: z.string(), profile: z.object({ name: z.string().default("") }).optional() }))
              .default([]),
            statuses: z.array(status).default([]),
            messages: z.array(written).default([]),
          }),
        }),
      ),
    }),
  ),
});
type Value = z.infer<typeof whatsAppPost>["entry"][number]["changes"][number]["value"];

function reportOf({ status: word, timestamp, errors: [error], ...report }: z.infer<typeof status>): DeliveryReport {
  const at = timestamp * 1000;
  const failed = {
    code: error ? String(error.code) : null,
    reason: `WhatsApp: ${error?.title || "not delivered"}`,
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

const inboundOf = ({ contacts, messages }: Value): InboundMessage[] =>
  messages.flatMap(({ from, id, type, text, button }) => {
    const phone = parsePhone(`+${from}`);
    // A reaction is no message, and what has neither words nor a file, like an unsupported kind, says nothing.
    if (!phone || ["reaction", "unsupported", "system"].includes(type)) return [];
    const name = contacts.find(({ wa_id }) => wa_id === from)?.profile?.name ?? null;
    const words = text?.body ?? button?.text ?? `(Sent by WhatsApp: ${type}. It can't be shown here.)`;
    return [{ channel: "whatsapp" as const, phone, providerId: id, name, text: words }];
  });

const smsReport = z.object({
  id: z.string().min(1).max(200),
  status: z.string().max(60),
  failureReason: z.string().max(100).optional(),
});
const smsMessage = z.object({ id: z.string().min(1).max(200), from: z.string().max(20), text: z.string() });

async function formOf(request: Request): Promise<Record<string, string> | null> {
  const body = await readText(request, LARGEST_FORM);
  return body === null ? null : Object.fromEntries(new URLSearchParams(body));
}
