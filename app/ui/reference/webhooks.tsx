import { Sample } from "./sample";
import { Section } from "./section";

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
