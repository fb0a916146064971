import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, bookings } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { photoFields } from "../support/job-photos";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { visit } from "../support/site";
import {
  ELSEWHERE,
  EVERYONE,
  NO_ONE,
  ROLE_ANSWERS,
  pages,
  row,
  seedPages,
  town,
  VIEWERS,
  type Route,
  type Row,
  type Viewer,
} from "../support/viewers";

beforeAll(seedPages);

const cookieOf = (viewer: Viewer) => (viewer === "visitor" ? undefined : town.cookies[viewer]);

function outcomeOf({ status, headers }: Response, text: string, isData: boolean): string {
  // Remix writes a redirect of a data request into its body.
  if (isData && status === 202) return text.includes('"/signin?redirectTo=') ? "signin" : "elsewhere";
  if (!isData && status >= 300 && status < 400)
    return headers.get("Location")?.startsWith("/signin?redirectTo=") ? "signin" : "elsewhere";
  return status === 200 ? "ok" : String(status);
}

const formsOf = (): Record<string, Record<string, string> | FormData> => ({
  "routes/account/security/route": { intent: "beginApp" },
  "routes/client/ask-another": { intent: `ask:${town.otherPlumber.id}` },
  "client-booking": { intent: "plumber-did-not-come" },
  "client-photos": { intent: `remove:${"0".repeat(24)}` },
  "client-conversation": { id: "a-message-id", content: "Hello" },
  "plumber-booking": { intent: "confirm" },
  "routes/plumber/job-report": { report: "Done" },
  "routes/plumber/answer-review": { answer: "Thank you" },
  "plumber-photos": photoFields(new Blob(["photo"]), { kind: "after", uploadId: newId() }),
  "plumber-conversation": { id: "a-message-id", content: "Hello" },
  "routes/resources/conversation": { id: "a-message-id", content: "Hello" },
});

/** Actions without a page of their own; those of everyone ask for a secret, or have tests of their own. */
const ACTIONS: Record<string, Row> = {
  "routes/resources/save-plumber": ROLE_ANSWERS.client,
  "routes/resources/board-move": ROLE_ANSWERS.admin,
  "job-photo-upload": row("ok", { visitor: "401" }),
  "paper-upload": row("ok", { visitor: "401" }),
  "routes/resources/push-devices": row("ok", { visitor: "401" }),
  "routes/resources/notice-seen": row("ok", { visitor: "401" }),
  "routes/public/answer": EVERYONE,
  "routes/public/not-found": EVERYONE,
  "routes/public/unsubscribe": EVERYONE,
  "routes/resources/passkey-challenges": EVERYONE,
  "routes/resources/paynow-hook": EVERYONE,
  "routes/resources/whatsapp-webhook": EVERYONE,
  "routes/resources/sms-webhook": EVERYONE,
};

const SECRETS = /Secret Street|secret note/;

describe.each(VIEWERS)("a viewer: %s", (viewer) => {
  /** The mailbox of local mode shows every email to everyone: that is its purpose. */
  const mustNotKnow = (id: string) => !["client", "plumber", "admin"].includes(viewer) && !/mailbox/.test(id);
  /** The outcome of a request about a page; its answer has no secret of others. */
  async function ask(id: string, path: string, form?: Record<string, string> | FormData) {
    const settings = id === "routes/client/pay/route" ? PAYNOW_SETTINGS : undefined;
    const response = await visit(path, { cookie: cookieOf(viewer), form, settings });
    const text = await response.text();
    if (mustNotKnow(id)) expect(text, id).not.toMatch(SECRETS);
    return outcomeOf(response, text, path.split("?")[0]!.endsWith(".data"));
  }
  /** Another client or plumber is asked for where it matters which one they are. */
  const isAsked = (row: Row) =>
    viewer === "otherClient"
      ? row.otherClient !== row.client
      : viewer !== "otherPlumber" || row.otherPlumber !== row.plumber;

  async function compare(asked: typeof pages, outcome: (page: (typeof pages)[number]) => Promise<string>) {
    const got: Record<string, string> = {};
    for (const page of asked) got[page.id] = await outcome(page);
    expect(got).toEqual(Object.fromEntries(asked.map(({ id, row }) => [id, row[viewer]])));
  }

  test("a viewer sees the pages that are theirs", async () => {
    // A viewer whom a loader refuses is refused below.
    const isRefused = (row: Row) => row[viewer] === "404" || row[viewer] === "signin";
    const seen = pages.filter(({ route, row }) => isAsked(row) && !(isPage(route) && isRefused(row)));
    await compare(seen, ({ id, path }) => ask(id, path));
  });

  test("a viewer gets from every loader the data that are theirs, without the loaders around it", async () => {
    // Below /api the API answers, which has no pages' data.
    const withData = pages.filter(({ id, route, row }) => isPage(route) && id !== "routes/api/objects" && isAsked(row));
    await compare(withData, ({ id, path }) => {
      const { pathname, searchParams } = new URL(path, town.context.origin);
      searchParams.set("_routes", id);
      return ask(id, `${pathname === "/" ? "/_root" : pathname}.data?${searchParams}`);
    });
  });

  test("a viewer changes nothing by a form that is not theirs, and is refused as by its page", async () => {
    const rows = () => Promise.all([town.context.db.$count(auditLog), town.context.db.select().from(bookings)]);
    const before = await rows();
    const withAction = pages.filter(({ route, row }) => route.module.action && isAsked(row));
    const refused = withAction
      .map((page) => ({ ...page, row: ACTIONS[page.id] ?? page.row }))
      .filter(({ row }) => ["signin", "401", "404"].includes(row[viewer]));
    await compare(refused, ({ id, route, path }) => {
      const query = route.index ? `${path.includes("?") ? "&" : "?"}index` : "";
      return ask(id, path + query, formsOf()[id] ?? {});
    });
    expect(await rows()).toEqual(before);
  });
});

const isPage = ({ module }: Route) => Boolean(module.loader && module.default);

test("no one takes a step of the other side, or looks at a notice of someone else", async () => {
  const booking = `/client-dashboard/bookings/${town.pending}`;
  const job = `/plumber-dashboard/jobs/${town.pending}`;
  for (const { viewer, path, form } of [
    { viewer: "client", path: `${booking}/confirm`, form: {} },
    { viewer: "plumber", path: job, form: { intent: "expire" } },
    { viewer: "otherPlumber", path: "/plumber-dashboard/notifications", form: { booking: town.pending } },
  ] as { viewer: Viewer; path: string; form: Record<string, string> }[])
    expect((await visit(path, { cookie: cookieOf(viewer), form })).status, path).toBe(404);
});

test("every action without a page of its own says who may send it", () => {
  const isHidden = (row: Row) => row === NO_ONE || row === ELSEWHERE;
  const hidden = pages.filter(({ route, row }) => route.module.action && !isPage(route) && isHidden(row));
  expect(hidden.map(({ id }) => id).filter((id) => !(id in ACTIONS))).toEqual(["routes/account/sign-out"]);
});
