import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DOCUMENT_PATH, OBJECTS_PATH } from "~/api/openapi/paths";
import { describeApi } from "~/api/openapi/reference.server";
import type { PageHandle } from "~/http/page-handle";
import { FrameList, OperationDetails } from "~/ui/reference/descriptions";
import { GettingStarted, Rules, Section, WebhooksSection } from "~/ui/reference/sections";
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
  objectsPath: OBJECTS_PATH,
  ...describeApi(context.origin),
});

const SECTIONS = [
  ["begin", "Begin"],
  ["rules", "Rules"],
  ["calls", "Calls"],
  ["errors", "Errors"],
  ["sockets", "Sockets"],
  ["webhooks", "Webhooks"],
] as const;

/** The API for people (X1). Nothing on the page comes from another host. */
export default function Reference() {
  const { origin, documentPath, objectsPath, limits, topics, problems, frames, closeCodes } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        isText
        title={`The ${brand.name} API`}
        lead="Book plumbers, follow jobs and write messages from your own app, bot or script. Whatever you do here shows on the site, and the other way round."
      />
      <div className="page-text grid gap-10 py-10">
        <nav aria-label="In this reference" className="flex flex-wrap gap-2">
          {SECTIONS.map(([id, label]) => (
            <a key={id} href={`#${id}`} className="chip">
              {label}
            </a>
          ))}
          <a href={objectsPath} className="chip">
            Objects
          </a>
        </nav>

        <GettingStarted origin={origin} documentPath={documentPath} />
        <Rules limits={limits} />

        <Section id="calls" title="Calls">
          <p>
            What they answer is described key by key on <a href={objectsPath}>the page of objects</a>.
          </p>
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
            the message is for users, the code for your program, and the errors name the fields that are missing or
            wrong, if any. Send <code>Accept: application/problem+json</code> for the same in the form of RFC 9457.
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
            <code>wss://…/sockets/feed?ticket=TICKET</code> for updates about your bookings and messages, or{" "}
            <code>wss://…/sockets/conversation/THEIR_ID?ticket=TICKET</code> while a conversation is open. A ticket
            opens one socket, within 30 seconds. Sockets only say that something happened: after every (re)connect, ask
            for what you missed. With both open, a message arrives on both. Updates about bookings go to their client
            and plumber, not to admins.
          </p>
          <h3>You receive</h3>
          <FrameList frames={frames.received} />
          <h3>You may send</h3>
          <FrameList frames={frames.sent} />
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

        <WebhooksSection />
      </div>
    </>
  );
}
