import type { ReactNode } from "react";
import type { LIMITS } from "~/domain/rate-limits/limits";

/** A part of the reference, with its heading as its anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A code sample in a box that scrolls, by keyboard too. */
function Sample({ label, children }: { label: string; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-field bg-panel p-4 text-sm text-on-panel"
    >
      <code>{children}</code>
    </pre>
  );
}

/** The first calls, as samples to copy. */
export function GettingStarted({ origin, documentPath }: { origin: string; documentPath: string }) {
  return (
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
        Machine-readable: <a href={documentPath}>OpenAPI 3.1</a>.
      </p>
    </Section>
  );
}

/** What holds for every call. */
export function Rules({ limits }: { limits: typeof LIMITS }) {
  return (
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
          <code>Idempotency-Replayed: true</code> when it is sent again. An answer with a token, a secret address or a
          phone is not kept: repeating that call gets 409 <code>answer_not_kept</code>. Another request with the same
          key gets 422; one that arrives while the first is still running gets 409.
        </li>
        <li>
          There are limits: a client books {limits.bookingPerClient.max} times an hour, a user writes{" "}
          {limits.messagePerUser.max} messages a minute, opens {limits.socketTicketPerUser.max} sockets and fails to
          sign in {limits.signInPerUser.max} times in {limits.signInPerUser.minutes} minutes; a personal token calls{" "}
          {limits.callsPerToken.max} times in {limits.callsPerToken.minutes} minutes. <code>RateLimit</code> says what
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
}

/** What is posted to a webhook, and how to tell that it comes from us (X11). */
export function WebhooksSection() {
  return (
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
}
