import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { unsubscribeToken } from "~/domain/accounts/tokens.server";
import { CHANNEL_NAMES, PHONE_CHANNELS } from "~/domain/notices/choices";
import { listMailbox, listWritten, type MailboxNotice } from "~/domain/notices/mailbox.server";
import { formatInstant, type Instant } from "~/domain/time/harare";
import type { RequestContext } from "~/http/context";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/responses";
import { Options } from "~/ui/forms/options";
import { titled } from "~/ui/shell/dashboard-page";
import * as z from "zod";
import {
  smsDeliveryReport,
  smsInboundReport,
  whatsAppInbound,
  whatsAppSignature,
  whatsAppStatuses,
} from "~/domain/notices/phone-stand-ins";
import type { ChoiceRow } from "~/domain/notices/said";
import { newId } from "~/domain/values/id";
import { parsePhone } from "~/domain/values/typed-phone";
import { receiveSmsMessage, receiveSmsReport, receiveWhatsAppWebhook } from "~/dialogue/phone-webhooks.server";
import { Form, PlainForm } from "~/ui/forms/owned-form";

export const meta = titled("Mailbox of local mode");

/** Every notice of local mode, newest first; elsewhere 404 (S6). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  const phone = parsePhone(new URL(request.url).searchParams.get("phone") ?? "");
  const [notices, written] = await Promise.all([
    listMailbox(context.db, context.origin, phone ? "whatsapp" : undefined),
    phone ? listWritten(context.db, phone) : [],
  ]);
  return {
    phone,
    thread: phone ? threadOf(phone, notices, written) : null,
    notices: await Promise.all(notices.map(async (notice) => ({ ...notice, ends: await endOf(context, notice) }))),
    channels: context.channels,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  if (!context.localMode) throw notFound();
  return { status: await postAsProvider(context, Object.fromEntries(await readForm(request))) };
}

/** The link that the sender of emails adds: by it those of its topic end. */
async function endOf({ sessionSecret, origin }: RequestContext, { channel, userId, topic }: MailboxNotice) {
  const token = channel === "email" && userId && (await unsubscribeToken(sessionSecret, userId, topic));
  return token ? `\n\nNo more emails about ${topic}: ${origin}/unsubscribe?token=${token}` : "";
}

interface Bubble {
  at: Instant;
  isOwn: boolean;
  text: string;
  choices: readonly ChoiceRow[];
  photo: string | null;
  receipt: number | null;
}

/** The messages from a phone to Pombi, and to it by WhatsApp, in order. */
const threadOf = (
  phone: string,
  notices: readonly MailboxNotice[],
  written: readonly { text: string; at: Instant }[],
): Bubble[] =>
  [
    ...notices
      .filter(({ to, text }) => to === phone && text)
      .map(({ createdAt: at, text, choices, photo = null, receipt }) => ({
        at,
        isOwn: false,
        text: text ?? "",
        choices,
        photo,
        receipt: receipt?.number ?? null,
      })),
    ...written.map(({ at, text }) => ({ at, isOwn: true, text, choices: [], photo: null, receipt: null })),
  ].sort((one, other) => one.at - other.at || Number(other.isOwn) - Number(one.isOwn));

/** A phone with WhatsApp: its thread with Pombi, the answers to tap, and what it can send. */
function Phone({ phone, thread }: { phone: string; thread: Bubble[] }) {
  const last = thread.findLast(({ choices }) => choices.length > 0);
  const from = (
    <>
      <input type="hidden" name="channel" value="whatsapp" />
      <input type="hidden" name="phone" value={phone} />
    </>
  );
  return (
    <div className="page-text grid gap-3 py-8">
      <h1>{phone}</h1>
      <a href="/dev/mailbox">Mailbox</a>
      {thread.map(({ isOwn, text, choices, photo, receipt }, at) => (
        <div key={at} className="grid gap-3">
          <p
            className={`card w-fit max-w-[85%] p-3 whitespace-pre-line wrap-anywhere ${isOwn ? "justify-self-end bg-brand-100" : ""}`}
          >
            {photo && <img src={`/dev/mailbox.json?photo=${photo}`} alt="" className="mb-2 w-60" />}
            {receipt ? <a href={`/dev/mailbox.json?receipt=${receipt}`}>{text}</a> : text}
          </p>
          {choices.length > 0 && (
            <details open={choices === last?.choices}>
              <summary className="min-h-11">Answers</summary>
              {choices.map(({ id, title, about }) => (
                <Form key={id} method="post" className="mb-2">
                  {from}
                  <input type="hidden" name="text" value={title} />
                  <button name="choice" value={id} className="button button-quiet w-full">
                    {title} {about && <span className="text-sm text-ink-2">{about}</span>}
                  </button>
                </Form>
              ))}
            </details>
          )}
        </div>
      ))}
      <Form method="post" className="flex gap-2">
        {from}
        <input name="text" aria-label="Message" className="input min-w-0 flex-1" autoFocus />
        <button className="button">Send</button>
      </Form>
      <Form method="post" className="flex gap-2">
        {from}
        <button name="sends" value="picture" className="button button-quiet">
          Send a photo
        </button>
        <button name="sends" value="place" className="button button-quiet">
          Send my location
        </button>
      </Form>
    </div>
  );
}

export default function Mailbox() {
  const { notices, channels, phone, thread } = useLoaderData<typeof loader>();
  const status = useActionData<typeof action>()?.status;
  if (phone && thread) return <Phone phone={phone} thread={thread} />;
  return (
    <div className="page-text grid gap-4 py-8">
      <h1>Mailbox</h1>
      <p className="text-ink-2">
        What this machine has sent, or would have sent. This page exists in local mode only. Set up:{" "}
        {channels.map((channel) => CHANNEL_NAMES[channel]).join(", ")}. A phone that ends in 0400 is invalid, 0406 has
        opted out, 0429 is limited, 0500 fails, 0503 is down, 0010 takes ten seconds.
      </p>
      {status !== undefined && <p role="status">The webhook answered {status}.</p>}
      <details className="card p-4">
        <summary className="min-h-11">Write from a phone</summary>
        <Form method="post" className="grid gap-3">
          <select name="channel" aria-label="By" className="input">
            <Options choices={PHONE_CHANNELS.map((channel) => [channel, CHANNEL_NAMES[channel]])} />
          </select>
          <input name="phone" aria-label="Phone" className="input" defaultValue={notices.find(isToPhone)?.to} />
          <input name="text" aria-label="Text" className="input" defaultValue="STOP" />
          <button className="button justify-self-start">Send</button>
        </Form>
      </details>
      <form action="/dev/mailbox" className="flex flex-wrap gap-3">
        <input name="phone" aria-label="Phone" className="input" defaultValue="0772 555 001" />
        <button className="button button-quiet">Open a phone with WhatsApp</button>
      </form>
      <PlainForm action="/dev/push">
        <button name="intent" value="add" className="button button-quiet">
          Add a stand-in device to this session
        </button>{" "}
        <a href="/dev/push">What such devices have shown</a>
      </PlainForm>
      {notices.map((notice, index) => (
        <Sent key={notice.id} notice={notice} isOpen={index === 0} />
      ))}
    </div>
  );
}

const isToPhone = ({ channel }: Pick<MailboxNotice, "channel">) => PHONE_CHANNELS.some((one) => one === channel);
const LINK = /(https?:\/\/\S+)/;

function Sent({ notice, isOpen }: { notice: MailboxNotice & { ends: string }; isOpen: boolean }) {
  const { channel, to, subject, kind, template, status, deliveredAt, seenAt, createdAt, lastError, providerId } =
    notice;
  const became = [kind, template, status, deliveredAt && "delivered", seenAt && "seen", formatInstant(createdAt)];
  return (
    <details className="card p-4" open={isOpen}>
      <summary className="min-h-11 wrap-anywhere">
        <b>{CHANNEL_NAMES[channel]}</b> to {to}: {subject}
        <span className="block text-sm text-ink-3">
          {became.filter(Boolean).join(", ")}
          {lastError && `: ${lastError}`}
        </span>
      </summary>
      {notice.html && (
        <p className="pt-3">
          <a href={`/dev/mailbox.json?html=${notice.id}`}>As HTML</a>
        </p>
      )}
      <p className="whitespace-pre-line pt-3 wrap-anywhere">
        {((notice.text ?? "") + notice.ends).split(LINK).map((part, at) =>
          LINK.test(part) ? (
            <a key={at} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
      {providerId && isToPhone(notice) && (
        <Form method="post" className="flex flex-wrap gap-2 pt-3">
          <input type="hidden" name="channel" value={channel} />
          <input type="hidden" name="providerId" value={providerId} />
          {(["delivered", "read", "failed"] as const).map((report) => (
            <button key={report} name="report" value={report} className="button button-quiet">
              {report}
            </button>
          ))}
        </Form>
      )}
    </details>
  );
}

/** The middle of Harare, and the one picture that local mode has. */
const sentOf = ({ id, text, choice, sends }: { id: string; text: string; choice?: string; sends?: string }) => ({
  text,
  choice,
  place: sends === "place" ? { latitude: -17.83, longitude: 31.05 } : undefined,
  picture: sends === "picture" ? `picture-${id}` : undefined,
});

const channel = z.enum(PHONE_CHANNELS);
const posted = z.union([
  z.object({
    channel,
    phone: z.string().transform(parsePhone).pipe(z.string()),
    text: z.string().default(""),
    id: z.string().min(1).default(newId),
    choice: z.string().optional(),
    sends: z.enum(["picture", "place"]).optional(),
  }),
  z.object({ channel, providerId: z.string().min(1), report: z.enum(["delivered", "read", "failed"]) }),
]);

/** Posts to our own webhook as a channel's provider would. Returns the status of its response; 400 for any other form. */
async function postAsProvider(context: RequestContext, form: object): Promise<number> {
  const { data } = posted.safeParse(form);
  if (!data) return 400;
  const seconds = Math.floor(context.now / 1000);
  const ask = (body: string, headers?: HeadersInit) => new Request(context.origin, { method: "POST", body, headers });
  if (data.channel === "whatsapp") {
    const body =
      "text" in data
        ? whatsAppInbound({ from: data.phone, id: `wamid.${data.id}`, seconds, ...sentOf(data) })
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
