import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listSentToPhones, type SentToPhone } from "~/domain/notices/sent-to-phones.server";
import { PHONE_CHANNELS } from "~/domain/notices/choices";
import { smsDeliveryReport, smsInboundReport } from "~/domain/notices/stand-ins/sms-stand-in";
import { whatsAppInbound, whatsAppSignature, whatsAppStatuses } from "~/domain/notices/stand-ins/whatsapp-stand-in";
import { formatInstant } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { formatPhone } from "~/domain/values/phone";
import { parsePhone } from "~/domain/values/typed-phone";
import type { RequestContext } from "~/http/context";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/not-found";
import { receiveSmsMessage, receiveSmsReport, receiveWhatsAppWebhook } from "~/http/phone-webhooks.server";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { titled } from "~/ui/shell/titled";

export const meta = titled("Phones of local mode");

/** What phones got in local mode, and a way to answer from them; elsewhere 404 (S6). */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  return { messages: await listSentToPhones(context.db, context.origin) };
}

const answerForm = z.object({
  channel: z.enum(PHONE_CHANNELS),
  phone: z.string().transform((text, issues) => {
    const phone = parsePhone(text);
    if (phone) return phone;
    issues.addIssue({ code: "custom", message: "No phone" });
    return z.NEVER;
  }),
  text: z.string().min(1),
  /** The provider's; the same one again is a repetition. */
  id: z.string().min(1).default(newId),
});
const reportForm = z.object({
  channel: z.enum(PHONE_CHANNELS),
  providerId: z.string().min(1),
  report: z.enum(["delivered", "read", "failed"]),
});

/** Posts to our own webhook what the provider would post. */
export async function action({ context, request }: ActionFunctionArgs) {
  if (!context.localMode) throw notFound();
  const form = Object.fromEntries(await readForm(request));
  const inbound = answerForm.safeParse(form);
  const report = reportForm.safeParse(form);
  const response = inbound.success
    ? await write(context, inbound.data)
    : report.success
      ? await tell(context, report.data)
      : new Response(null, { status: 400 });
  return { status: response.status };
}

function write(context: RequestContext, { channel, phone, text, id }: z.infer<typeof answerForm>) {
  const seconds = Math.floor(context.now / 1000);
  return channel === "whatsapp"
    ? postWhatsApp(context, whatsAppInbound({ from: phone, id: `wamid.${id}`, text, seconds }))
    : receiveSmsMessage(
        context,
        formRequest(context, smsInboundReport({ from: phone, id, text, at: new Date(context.now).toISOString() })),
      );
}

function tell(context: RequestContext, { channel, providerId, report }: z.infer<typeof reportForm>) {
  const seconds = Math.floor(context.now / 1000);
  if (channel === "whatsapp")
    return postWhatsApp(context, whatsAppStatuses([{ id: providerId, status: report, seconds, code: 131026 }]));
  const status = report === "failed" ? "Failed" : "Success";
  return receiveSmsReport(context, formRequest(context, smsDeliveryReport(providerId, status, "DeliveryFailure")));
}

async function postWhatsApp(context: RequestContext, body: string) {
  const signature = await whatsAppSignature(context.phoneProviders.whatsApp?.appSecret ?? "", body);
  return receiveWhatsAppWebhook(
    context,
    new Request(context.origin, { method: "POST", body, headers: { "X-Hub-Signature-256": signature } }),
  );
}

const formRequest = ({ origin }: RequestContext, body: URLSearchParams) =>
  new Request(origin, { method: "POST", body: body.toString() });

export default function Phones() {
  const { messages } = useLoaderData<typeof loader>();
  const status = useActionData<typeof action>()?.status;
  return (
    <div className="page-text grid gap-4 py-8">
      <h1>Phones</h1>
      <p className="text-ink-2">
        What the stand-ins for WhatsApp and Africa's Talking have taken on this machine. A phone that ends in 0400 is
        invalid, 0406 has opted out, 0429 is limited, 0500 fails, 0503 is down, 0010 takes ten seconds. This page exists
        in local mode only.
      </p>
      {status !== undefined && <p role="status">The webhook answered {status}.</p>}
      <Form method="post" className="card grid gap-3 p-4">
        <h2>Write from a phone</h2>
        <label className="field">
          <span>By</span>
          <select name="channel" className="input">
            {PHONE_CHANNELS.map((channel) => (
              <option key={channel} value={channel}>
                {CHANNEL_NAMES[channel]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Phone</span>
          <input name="phone" className="input" defaultValue={messages[0]?.phone} />
        </label>
        <label className="field">
          <span>Text</span>
          <input name="text" className="input" defaultValue="STOP" />
        </label>
        <button className="button justify-self-start">Send</button>
      </Form>
      {messages.map((message) => (
        <Sent key={message.id} {...message} />
      ))}
    </div>
  );
}

const Sent = ({ channel, phone, text, template, status, lastError, providerId, ...times }: SentToPhone) => (
  <section className="card grid gap-2 p-4">
    <p className="text-sm text-ink-3">
      <b>{CHANNEL_NAMES[channel]}</b> to {formatPhone(phone)}, {formatInstant(times.createdAt)}: {status}
      {template && `, by the template ${template}`}
      {times.deliveredAt && ", delivered"}
      {times.seenAt && ", seen"}
      {lastError && `. ${lastError}`}
    </p>
    <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    {providerId && (
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="channel" value={channel} />
        <input type="hidden" name="providerId" value={providerId} />
        {(["delivered", "read", "failed"] as const).map((report) => (
          <button key={report} name="report" value={report} className="button button-quiet">
            {report}
          </button>
        ))}
      </Form>
    )}
  </section>
);
