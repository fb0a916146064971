import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DOCUMENT_PATH } from "~/api/openapi/paths";
import { describeApi } from "~/api/openapi/reference.server";
import type { PageHandle } from "~/http/page-handle";
import { KeyList } from "~/ui/reference/key-list";
import { ObjectCard } from "~/ui/reference/object-card";
import { OperationDetails } from "~/ui/reference/operation-details";
import { Sample } from "~/ui/reference/sample";
import { Words } from "~/ui/reference/rich-text";
import { PageHead } from "~/ui/shell/page-head";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: `The ${brand.name} API`,
    description:
      "Book plumbers, follow jobs and write messages from your own app, bot or script: every call, with samples.",
  });

export const loader = ({ context }: LoaderFunctionArgs) => ({
  origin: context.origin,
  documentPath: DOCUMENT_PATH,
  limits: LIMITS,
  ...describeApi(context.origin),
});

const SECTIONS = [
  ["begin", "Begin"],
  ["rules", "Rules"],
  ["calls", "Calls"],
  ["errors", "Errors"],
  ["sockets", "Sockets"],
  ["objects", "Objects"],
] as const;

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The API for people: all of it stands in the page, nothing comes from another host. */
export default function Reference() {
  const { origin, documentPath, limits, topics, problems, objects, frames, closeCodes } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={`The ${brand.name} API`}
        lead="Book plumbers, follow jobs and write messages from your own app, bot or script. What happens here happens on the site, and the other way round."
      />
      <div className="page-text grid gap-10 py-10">
        <nav aria-label="On this page" className="flex flex-wrap gap-2">
          {SECTIONS.map(([id, label]) => (
            <a key={id} href={`#${id}`} className="chip">
              {label}
            </a>
          ))}
        </nav>

        <Section id="begin" title="Begin">
          <p>Sign in with the email and password of an account, and send the token you get with every call.</p>
          <Sample label="Signing in and asking for your bookings">{`curl ${origin}/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"…"}'

curl ${origin}/api/bookings/client \\
  -H 'Authorization: Bearer TOKEN'`}</Sample>
          <p>Find a plumber, see when they are free, and book.</p>
          <Sample label="Finding a plumber and booking">{`curl '${origin}/api/auth/plumbers?city=Harare'

curl ${origin}/api/auth/plumbers/PLUMBER_ID/slots

curl ${origin}/api/bookings \\
  -H 'Authorization: Bearer TOKEN' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 0b9c6a54-one-for-each-booking' \\
  -d '{"plumber":"PLUMBER_ID","appointmentDate":"2026-11-27","appointmentTime":"10:30 am"}'`}</Sample>
          <p>
            For machines there is the same as <a href={documentPath}>OpenAPI 3.1</a>.
          </p>
        </Section>

        <Section id="rules" title="Rules">
          <ul className="grid list-disc gap-2 pl-5">
            <li>
              The token goes into <code>Authorization: Bearer</code>. Cookies count for nothing here.
            </li>
            <li>
              401: sign in again. 403: the account may not do that. 404: it does not exist, or it is not yours. 409: it
              cannot be done as things are now. 429: wait as many seconds as <code>Retry-After</code> says.
            </li>
            <li>
              Days and times are those of Harare (<code>2026-11-20</code>, <code>10:30 am</code>); instants are in UTC.
            </li>
            <li>
              A list gives at most 200 objects. The header <code>Has-More</code> says <code>true</code> or{" "}
              <code>false</code>; when it goes on, <code>Link</code> has the address of the next part.
            </li>
            <li>
              Send an <code>Idempotency-Key</code> of your own with each POST: when the line breaks, send the same
              again, and it is done once. The answer is kept for a day and marked{" "}
              <code>Idempotency-Replayed: true</code> when it comes again. An answer with a token, a secret address or a
              phone is not kept: then you get 409 <code>answer_not_kept</code>. Another request under the same key gets
              422; one that comes while the first is still worked on, 409.
            </li>
            <li>
              There are limits: a client books {limits.bookingPerClient.max} times an hour, somebody writes{" "}
              {limits.messagePerUser.max} messages a minute, opens {limits.socketTicketPerUser.max} sockets and fails to
              sign in {limits.signInPerUser.max} times in {limits.signInPerUser.minutes} minutes. <code>RateLimit</code>{" "}
              says what remains (<code>r</code>) and for how many seconds the count goes on (<code>t</code>),{" "}
              <code>RateLimit-Policy</code> what is allowed (<code>q</code> in <code>w</code> seconds).
            </li>
            <li>
              Every answer has a <code>Request-Id</code>. Name it to our office when something went wrong.
            </li>
            <li>Pages of another origin may read the answers once our office has entered that origin.</li>
          </ul>
        </Section>

        <Section id="calls" title="Calls">
          {topics.map(({ name, about, operations }) => (
            <div key={name} className="grid gap-3">
              <h3>{name}</h3>
              <p>{about}</p>
              {operations.map((operation) => (
                <OperationDetails key={operation.id} operation={operation} />
              ))}
            </div>
          ))}
        </Section>

        <Section id="errors" title="Errors">
          <p>
            Every error is{" "}
            <code>{'{ "message": "…", "code": "…", "errors": [{ "field": "…", "code": "…", "message": "…" }] }'}</code>:
            the message in words that you can show to a user, the code for your program, and the fields that are missing
            or wrong, if any. Send <code>Accept: application/problem+json</code> for the same by RFC 9457.
          </p>
          <dl className="facts">
            {problems.map(({ code, status, title }) => (
              <div key={code} className="contents">
                <dt id={code}>
                  {status} <code className="[overflow-wrap:anywhere]">{code}</code>
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
        </Section>

        <Section id="sockets" title="Sockets">
          <p>
            Ask for a ticket with <code>POST /api/socket-ticket</code> and open{" "}
            <code>wss://…/sockets/feed?ticket=TICKET</code> for the news about your bookings and messages, or{" "}
            <code>wss://…/sockets/conversation/THEIR_ID?ticket=TICKET</code> while a conversation is open. A ticket
            opens one socket, within 30 seconds. Sockets only bring news: after each opening, ask for what came
            meanwhile. With both open, a message comes on both. News of bookings are for their clients and plumbers, not
            for admins.
          </p>
          <h3>You receive</h3>
          <Frames frames={frames.received} />
          <h3>You may send</h3>
          <Frames frames={frames.sent} />
          <h3>Why a socket closes</h3>
          <dl className="facts">
            {closeCodes.map(([code, why]) => (
              <div key={code} className="contents">
                <dt>{code}</dt>
                <dd>{why}</dd>
              </div>
            ))}
          </dl>
        </Section>

        <Section id="objects" title="Objects">
          <p>
            These are all the keys there are; which of these objects you get depends on who you are to what you ask for.
          </p>
          {objects.map((object) => (
            <ObjectCard key={object.title} object={object} />
          ))}
        </Section>
      </div>
    </>
  );
}

function Frames({ frames }: { frames: ReturnType<typeof describeApi>["frames"]["received"] }) {
  return (
    <ul className="grid gap-3">
      {frames.map(({ title, about, keys }) => (
        <li key={title} className="card p-4">
          <code className="font-semibold">{title}</code>
          {about && (
            <p className="text-ink-2">
              <Words text={about} />
            </p>
          )}
          <KeyList keys={keys} />
        </li>
      ))}
    </ul>
  );
}
