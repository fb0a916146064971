import * as z from "zod";
import { PHONE_CHANNELS } from "~/domain/notices/choices";
import {
  smsDeliveryReport,
  smsInboundReport,
  whatsAppInbound,
  whatsAppSignature,
  whatsAppStatuses,
} from "~/domain/notices/phone-stand-ins";
import { newId } from "~/domain/values/id";
import { parsePhone } from "~/domain/values/typed-phone";
import type { RequestContext } from "./context";
import { receiveSmsMessage, receiveSmsReport, receiveWhatsAppWebhook } from "./phone-webhooks.server";

const channel = z.enum(PHONE_CHANNELS);
const posted = z.union([
  z.object({
    channel,
    phone: z.string().transform(parsePhone).pipe(z.string()),
    text: z.string().min(1),
    /** The provider's; the same one again is a repetition. */
    id: z.string().min(1).default(newId),
  }),
  z.object({ channel, providerId: z.string().min(1), report: z.enum(["delivered", "read", "failed"]) }),
]);

/**
 * Posts to our own webhook what the provider of a channel would, in local mode: `text` from a `phone`, or what became of the
 * message with a `providerId`. Returns the status of its response; 400 for any other form.
 */
export async function postAsProvider(context: RequestContext, form: object): Promise<number> {
  const { data } = posted.safeParse(form);
  if (!data) return 400;
  const seconds = Math.floor(context.now / 1000);
  const ask = (body: string, headers?: HeadersInit) => new Request(context.origin, { method: "POST", body, headers });
  if (data.channel === "whatsapp") {
    const body =
      "text" in data
        ? whatsAppInbound({ from: data.phone, id: `wamid.${data.id}`, text: data.text, seconds })
        : whatsAppStatuses([{ id: data.providerId, status: data.report, seconds, code: 131026 }]);
    const signature = await whatsAppSignature(context.phoneProviders.whatsApp?.appSecret ?? "", body);
    return (await receiveWhatsAppWebhook(context, ask(body, { "X-Hub-Signature-256": signature }))).status;
  }
  if ("text" in data) {
    const at = new Date(context.now).toISOString();
    return (await receiveSmsMessage(context, ask(smsInboundReport({ ...data, from: data.phone, at }).toString())))
      .status;
  }
  const status = data.report === "failed" ? "Failed" : "Success";
  const report = smsDeliveryReport(data.providerId, status, "DeliveryFailure");
  return (await receiveSmsReport(context, ask(report.toString()))).status;
}
