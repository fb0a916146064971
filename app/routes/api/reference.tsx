import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DOCUMENT_PATH, OBJECTS_PATH } from "~/api/openapi/paths";
import { describeApi } from "~/api/openapi/reference.server";
import { Facts, FrameList, OperationDetails } from "~/ui/reference/descriptions";
import { keptPage, PageHead } from "~/ui/shell/public-page";
import { Fragment, type ReactNode } from "react";

export const { handle, meta } = keptPage({
  title: `The ${brand.name} API`,
  description:
    "Book plumbers, follow jobs and write messages from your own app, bot or script: every call, with samples.",
});

export const loader = ({ context: { origin } }: LoaderFunctionArgs) => ({ origin, ...describeApi(origin) });

const SECTIONS = [
  ["begin", "Begin"],
  ["rules", "Rules"],
  ["calls", "Calls"],
  ["errors", "Errors"],
  ["sockets", "Sockets"],
  ["webhooks", "Webhooks"],
] as const;

export default function Reference() {
  const { origin, topics, problems, frames, closeCodes } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={`The ${brand.name} API`}
        lead="Book plumbers, follow jobs and write messages from your own app, bot or script. Whatever you do here shows on the site, and the other way round."
      />
      <div className="page lg:grid lg:grid-cols-[248px_1fr]">
        <aside className="hidden lg:block">
          <nav aria-label="In this reference" className="sticky top-0 h-dvh overflow-y-auto py-8">
            {SECTIONS.map(([id, label]) => (
              <Fragment key={id}>
                <a href={`#${id}`} className="tab">
                  {label}
                </a>
                {id === "calls" &&
                  topics.map(({ name }) => (
                    <a key={name} href={`#${topicId(name)}`} className="block py-2 pl-4">
                      {name}
                    </a>
                  ))}
              </Fragment>
            ))}
            <a href={OBJECTS_PATH} className="tab">
              Objects
            </a>
          </nav>
        </aside>
        <div className="grid max-w-3xl gap-8 py-8">
          <nav aria-label="In this reference" className="flex flex-wrap gap-2 lg:hidden">
            {SECTIONS.map(([id, label]) => (
              <a key={id} href={`#${id}`} className="chip">
                {label}
              </a>
            ))}
            <a href={OBJECTS_PATH} className="chip">
              Objects
            </a>
          </nav>
          <GettingStarted origin={origin} />
          <Rules />
          <Section id="calls" title="Calls">
            <p>
              What they answer is described key by key on <a href={OBJECTS_PATH}>the page of objects</a>.
            </p>
            <div className="card divide-y divide-line">
              {topics.map(({ name, about, operations }) => (
                <Folded key={name} id={topicId(name)} title={name} hint={about}>
                  {operations.map((operation) => (
                    <OperationDetails key={operation.id} operation={operation} />
                  ))}
                </Folded>
              ))}
            </div>
          </Section>
          <Section id="errors" title="Errors">
            <p>
              Every error is{" "}
              <code>
                {'{ "message": "…", "code": "…", "errors": [{ "field": "…", "code": "…", "message": "…" }] }'}
              </code>
              : the message is for users, the code for your program, and the errors name the fields that are missing or
              wrong, if any. Send <code>Accept: application/problem+json</code> for the same in the form of RFC 9457.
            </p>
            <div className="card divide-y divide-line">
              {[...new Set(problems.map(({ status }) => status))].map((status) => (
                <div key={status} className="grid gap-3 p-4">
                  <h3>Status {status}</h3>
                  <Facts
                    rows={problems
                      .filter((problem) => problem.status === status)
                      .map(({ code, title }) => ({
                        id: code,
                        fact: title,
                        name: <code className="[overflow-wrap:anywhere]">{code}</code>,
                      }))}
                  />
                </div>
              ))}
            </div>
          </Section>
          <Section id="sockets" title="Sockets">
            <p>
              Ask for a ticket with <code>POST /api/socket-ticket</code> and open{" "}
              <code>wss://…/sockets/feed?ticket=TICKET</code> for updates about your bookings and messages, or{" "}
              <code>wss://…/sockets/conversation/THEIR_ID?ticket=TICKET</code> while a conversation is open. A ticket
              opens one socket, within 30 seconds. Sockets only say that something happened: after every (re)connect,
              ask for what you missed. With both open, a message arrives on both. Updates about bookings go to their
              client and plumber, not to admins.
            </p>
            <div className="card divide-y divide-line">
              <Folded title="You receive">
                <FrameList frames={frames.received} />
              </Folded>
              <Folded title="You may send">
                <FrameList frames={frames.sent} />
              </Folded>
              <Folded title="Why a socket closes">
                <Facts rows={closeCodes.map(([name, fact]) => ({ name, fact }))} />
              </Folded>
            </div>
          </Section>
          <WebhooksSection />
        </div>
      </div>
    </>
  );
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-4">
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

const topicId = (name: string) => `calls-${name.toLowerCase()}`;

interface FoldedProps {
  id?: string;
  title: string;
  hint?: string;
  children: ReactNode;
}

const Folded = ({ id, title, hint, children }: FoldedProps) => (
  <details>
    <summary className="py-3 pl-4">
      <h3>{title}</h3>
      {hint && <span className="text-sm text-ink-2">{hint}</span>}
    </summary>
    {/* A browser unfolds what holds the place that an address names. */}
    <div id={id} className="grid gap-3 px-4 pb-4">
      {children}
    </div>
  </details>
);

/** A code sample in a box that scrolls, by keyboard too. */
const Sample = ({ label, children }: { label: string; children: string }) => (
  <pre
    tabIndex={0}
    role="region"
    aria-label={label}
    className="overflow-x-auto rounded-field bg-panel p-4 text-sm text-on-panel"
  >
    <code>{children}</code>
  </pre>
);

const GettingStarted = ({ origin }: { origin: string }) => (
  <Section id="begin" title="Begin">
    <p>Sign in with an account's email and password, and send the token you get with every call.</p>
    <Sample label="Signing in and asking for your bookings">{`curl ${origin}/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"…"}'

curl ${origin}/api/bookings/client \\
  -H 'Authorization: Bearer TOKEN'`}</Sample>
    <p>
      For a program that runs by itself, make a personal token in your settings, under Programs: it does only what you
      allow it, needs no password, and you can revoke it at any time. Send it in the same place.
    </p>
    <p>Find a plumber, see when they are free, and book.</p>
    <Sample label="Finding a plumber and booking">{`curl '${origin}/api/auth/plumbers?city=Harare'

curl ${origin}/api/auth/plumbers/PLUMBER_ID/slots

curl ${origin}/api/bookings \\
  -H 'Authorization: Bearer TOKEN' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 0b9c6a54-one-for-each-booking' \\
  -d '{"plumber":"PLUMBER_ID","appointmentDate":"2026-11-27","appointmentTime":"10:30 am"}'`}</Sample>
    <p>
      Machine-readable: <a href={DOCUMENT_PATH}>OpenAPI 3.1</a>.
    </p>
  </Section>
);

const Rules = () => (
  <Section id="rules" title="Rules">
    <ul className="grid list-disc gap-2 pl-5">
      <li>
        The token goes into <code>Authorization: Bearer</code>. Cookies are ignored.
      </li>
      <li>
        401: sign in again. 403: your account may not do this. 404: it doesn't exist, or it isn't yours. 409: it isn't
        possible as things are now. 429: wait as many seconds as <code>Retry-After</code> says.
      </li>
      <li>
        Days and times are those of Harare (<code>2026-11-20</code>, <code>10:30 am</code>); instants are in UTC.
      </li>
      <li>
        A list has at most 200 objects. The header <code>Has-More</code> says <code>true</code> or <code>false</code>;
        if so, <code>Link</code> has the address of the next page.
      </li>
      <li>
        Send an <code>Idempotency-Key</code> of your own with each POST: when the connection breaks, send the same
        request again, and it is done once. The answer is kept for a day and marked{" "}
        <code>Idempotency-Replayed: true</code> when it is sent again. A token, a secret address and a phone are not
        kept: the repeated answer has its status, <code>Location</code> and all else, so that you can revoke what you
        never learnt, and make it again. Another request with the same key gets 422; one that arrives while the first is
        still running gets 409.
      </li>
      <li>
        There are limits: a client books {LIMITS.bookingPerClient.max} times an hour, a user writes{" "}
        {LIMITS.messagePerUser.max} messages a minute, opens {LIMITS.socketTicketPerUser.max} sockets and fails to sign
        in {LIMITS.signInPerUser.max} times in {LIMITS.signInPerUser.minutes} minutes; a personal token calls{" "}
        {LIMITS.callsPerToken.max} times in {LIMITS.callsPerToken.minutes} minutes. <code>RateLimit</code> says what
        remains (<code>r</code>) and for how many seconds the count goes on (<code>t</code>),{" "}
        <code>RateLimit-Policy</code> what is allowed (<code>q</code> in <code>w</code> seconds).
      </li>
      <li>
        Every answer has a <code>Request-Id</code>. Quote it to our office when something goes wrong.
      </li>
      <li>Web pages of another origin may read the responses once our office has added that origin.</li>
    </ul>
  </Section>
);

const WebhooksSection = () => (
  <Section id="webhooks" title="Webhooks">
    <p>
      Add an https address of a public server with <code>POST /api/auth/webhooks</code> or in your settings, under
      Programs. We post there what you are told of its topics, as <code>WebhookEvent</code>, without addresses and
      phones: ask for the booking by its id.
    </p>
    <Sample label="What is posted to a webhook">{`POST /pombi HTTP/1.1
Content-Type: application/json
Pombi-Signature: t=1795339800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd

{"id":"…","type":"bookingTransitioned","createdAt":"2026-11-22T09:30:00.000Z",
 "data":{"title":"Tendai has confirmed the booking","body":"Fri 27 Nov, 10:30 am",
  "url":"https://…/bookings/PB-7K3QF2","bookingId":"…","reference":"PB-7K3QF2"}}`}</Sample>
    <p>
      <code>v1</code> is the HMAC-SHA256 of the seconds in <code>t</code>, a dot and the body as it came, under the
      webhook's secret, in hex. Compare in constant time, and refuse what is over five minutes old.
    </p>
    <Sample label="Checking the signature in Node">{`import { createHmac, timingSafeEqual } from "node:crypto";

function isFromPombi(header, body, secret) {
  const [, seconds, signature] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (!seconds || Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const expected = createHmac("sha256", secret).update(seconds + "." + body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}`}</Sample>
    <p>
      Answer 2xx within 4.5 seconds and work on it afterwards; redirects are not followed. What fails is posted again
      after 1, 5 and 30 minutes, 2 and 12 hours, with the same <code>id</code>. Events may come twice and in another
      order. 410, and three days of nothing but failures, end the webhook.
    </p>
  </Section>
);
