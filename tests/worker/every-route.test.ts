import { parseHTML } from "linkedom/worker";
import { expect, test } from "vitest";
import { sendMessage } from "~/domain/messages/messages.server";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { insertBooking } from "../support/money-rows";
import { wordsOf } from "../support/pages";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { visit } from "../support/site";
import { signedInEarlier } from "../support/sessions";
import { completedJob } from "../support/town";
import { pages, seedPages, town, VIEWERS, type Viewer } from "../support/viewers";
import { REFUSED_FORMS } from "../support/refused-forms";

// Each route as one who may open it gets it: its headers, names for those who listen, and what each of its forms says
// when it is empty, and when it is far too long.

await seedPages();
await completedJob(town.context, town.client, town.plumber, 3);
// Only a conversation with messages has a form to open it.
await sendMessage(town.context, town.client, { recipientId: town.plumber.id, id: newId(), content: "Hello" });
const running = await insertBooking(town.context, {
  clientId: town.client.id,
  plumberId: town.plumber.id,
  status: "in-progress",
  startsAt: town.context.now - 2 * HOUR - 1,
});

const settings = { ...PAYNOW_SETTINGS, LIMIT_FACTOR: "1000" };
const cookieOf = (viewer: Viewer) => (viewer === "visitor" ? undefined : town.cookies[viewer]);
const [earlier, earlierPlumber] = await Promise.all(
  [town.client, town.plumber].map((user) => signedInEarlier(town.context, user)),
);

const ROUTES = pages.map(({ id, path, row }) => {
  const viewer = VIEWERS.find((one) => row[one] === "ok") ?? VIEWERS.find((one) => row[one] === "elsewhere");
  return { id, path, viewer: viewer ?? ("visitor" as const) };
});
interface Route {
  id: string;
  path: string;
  viewer: Viewer;
  /** Another session than the viewer's. */
  cookie?: string;
}
const MORE: Route[] = [
  { id: "step-up", path: "/step-up", viewer: "client", cookie: earlier },
  { id: "programs", path: "/plumber-dashboard/settings/programs", viewer: "plumber", cookie: earlierPlumber },
  { id: "client-profile", path: "/profile?edit", viewer: "client" },
  { id: "plumber-profile", path: "/plumber-dashboard/profile?edit", viewer: "plumber" },
  { id: "finish", path: `/plumber-dashboard/jobs/${running}/finish`, viewer: "plumber" },
  { id: "directory", path: "/plumbers/harare?day=never&fee=15&rating=4.5&problem=burst-pipe", viewer: "visitor" },
  { id: "ticket", path: `/client-dashboard/bookings/${town.reviewed}`, viewer: "client" },
  { id: "job", path: `/plumber-dashboard/jobs/${town.confirmed}`, viewer: "plumber" },
];

async function answerTo({ viewer, cookie = cookieOf(viewer) }: Route, path: string, form?: FormData) {
  const response = await visit(path, { cookie, form, settings });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
async function open(route: Route) {
  const { headers, html } = await answerTo(route, route.path);
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  return { ...route, headers, document: isPage ? parseHTML(html).document : null };
}
type Opened = Awaited<ReturnType<typeof open>>;

const opened: Opened[] = [];
for (const one of [...ROUTES, ...MORE]) opened.push(await open(one));

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const DASHBOARD_POLICY =
  "default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The headers of every response. */
const PROTECTING: Record<string, string> = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const ownLocation = { "permissions-policy": "camera=(), microphone=(), geolocation=(self), payment=()" };
const inlined = { "content-security-policy": POLICY.replace("style-src 'self'", "style-src 'self' 'sha256-H'") };

/** The other headers of a route, by its id. */
const OTHERS: Record<string, Record<string, string>> = {
  "routes/public/home/route": inlined,
  "routes/public/plumbers/route": inlined,
  directory: inlined,
  "routes/public/appointment/route": { ...inlined, ...ownLocation },
  "routes/client/pay/route": {
    "content-security-policy": DASHBOARD_POLICY.replace("form-action 'self'", "form-action 'self' https://paynow.test"),
  },
  "routes/resources/new-messages": {
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",
    refresh: "30",
  },
  "routes/account/signed-up": { refresh: "2; url=/signin?reason=registered" },
  "routes/public/answer": { "cache-control": "private, no-store" },
  "routes/resources/health": { "cache-control": "no-store" },
  "routes/resources/robots": { "cache-control": "public, max-age=3600" },
  "routes/resources/sitemap": { "cache-control": "public, max-age=3600" },
  "routes/resources/security-txt": { "cache-control": "public, max-age=86400" },
};

const HERE = [...Object.keys(PROTECTING), "cache-control", "refresh", "clear-site-data", "x-robots-tag"];
const headersOf = (headers: Headers) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => HERE.includes(name))
      .map(([name, value]) => [
        name,
        value.replace(/nonce-[\w-]{43}'/, "nonce-N'").replace(/sha256-[\w+/]{43}=/, "sha256-H"),
      ]),
  );

test("each route has the headers of its kind, whole: policy, frames, caches, and what a page may ask for", () => {
  const got = opened.map(({ id, headers }) => [id, headersOf(headers)]);
  const wanted = opened.map(({ id, path, viewer, document }) => {
    const isDashboard = document !== null && /^\/(client|plumber|admin)-dashboard/.test(path);
    return [
      id,
      {
        ...PROTECTING,
        "cache-control": viewer === "visitor" ? "private, no-cache" : "private, no-store",
        ...(isDashboard && { "content-security-policy": DASHBOARD_POLICY }),
        ...(isDashboard && viewer === "client" && ownLocation),
        ...(path.includes("token=") && { "referrer-policy": "same-origin" }),
        ...OTHERS[id],
      },
    ];
  });
  expect(got).toEqual(wanted);
});

test("what no route answers has the same headers: the API, data, sockets, and what is refused or not found", async () => {
  const answers = [
    ...["/about.data", "/nope", "/sockets/nowhere", "/sockets/feed"].map((path) => visit(path)),
    ...["/api/auth/plumbers", "/api/nope", "/api/openapi.json"].map((path) => visit(path)),
    visit("/signin", { form: {}, headers: { Origin: "https://evil.test" } }),
    visit("/signin", { form: { email: "x".repeat(200_000) } }),
  ];
  for (const { url, headers } of await Promise.all(answers)) expect(headersOf(headers), url).toMatchObject(PROTECTING);
});

test("search engines are kept from the pages that are of one person or one link, and from no others", () => {
  const unlisted = opened.filter(({ document }) => document?.querySelector('meta[name=robots][content="noindex"]'));
  expect(unlisted.map(({ id }) => id)).toEqual([
    "routes/public/ask",
    "routes/account/receipt",
    "routes/public/answer",
    "routes/public/unsubscribe",
  ]);
});

/** The name that a screen reader says for a control: the words of its label, without hidden parts. */
function nameOf(element: Element, document: Document): string {
  const heard = (node: Element | null) => {
    const copy = node?.cloneNode(true) as Element | undefined;
    for (const unheard of copy?.querySelectorAll("[aria-hidden=true], select, textarea, option") ?? [])
      unheard.remove();
    const pictures = [...(copy?.querySelectorAll("[aria-label], img[alt], svg title") ?? [])];
    return [
      wordsOf(copy),
      ...pictures.map((one) => one.getAttribute("aria-label") ?? one.getAttribute("alt") ?? ""),
    ].join(" ");
  };
  const id = element.getAttribute("id");
  const labels = [
    element.getAttribute("aria-label"),
    ...(element.getAttribute("aria-labelledby")?.split(" ") ?? []).map((one) => heard(document.getElementById(one))),
    id && heard([...document.querySelectorAll("label")].find((label) => label.getAttribute("for") === id) ?? null),
    heard(element.closest("label")),
    heard(element.querySelector(":scope > legend")),
    /^(A|BUTTON|SUMMARY)$/i.test(element.tagName) ? heard(element) : "",
  ];
  return labels.filter(Boolean).join(" ").trim();
}

const NAMED =
  "input:not([type=hidden]), select, textarea, button, a[href], summary, nav, fieldset, [role=radiogroup], [role=group], [role=img], [role=tablist], dialog, iframe";

// Two people with one phone: a page that one left open must not act as the other (F10).
test("every form that a signed-in user is shown, on every page, names that user", async () => {
  const asUser = ({ viewer, ...route }: Route): Route => ({
    ...route,
    viewer: viewer === "visitor" ? "otherClient" : viewer,
  });
  const publicPages = opened.filter(({ viewer, document }) => viewer === "visitor" && document);
  const pages = opened.filter(({ viewer }) => viewer !== "visitor");
  for (const one of publicPages) pages.push(await open(asUser(one)));
  let forms = 0;
  for (const { id, viewer, document } of pages) {
    if (id.includes("mailbox")) continue;
    for (const form of document?.querySelectorAll("form[method=post]") ?? []) {
      forms += 1;
      const [owner, ...others] = form.querySelectorAll(`input[name=${OWNER_FIELD}]`);
      const named = [owner?.getAttribute("value"), others.length];
      const user = town[viewer as Exclude<Viewer, "visitor">];
      expect(named, `${id} to ${viewer}: ${form.outerHTML.slice(0, 200)}`).toEqual([ownerTag(user.id), 0]);
    }
  }
  expect(forms).toBeGreaterThan(200);
});

test("everything that is used or heard has a name in words", () => {
  const unnamed = opened.flatMap(({ id, document }) =>
    [...(document?.querySelectorAll(NAMED) ?? [])]
      .filter((element) => !element.closest("[hidden], [aria-hidden=true], a[href^='tel:']"))
      .filter((element) => !/\p{L}/u.test(nameOf(element, document!) || (element.getAttribute("title") ?? "")))
      .map((element) => `${id}: ${element.outerHTML.slice(0, 200)}`),
  );
  expect([...new Set(unnamed)]).toEqual([]);
});

interface SentForm {
  /** Where it is sent, with a part for each id, and what it calls itself on a page with more forms. */
  at: string;
  one: Opened;
  action: string;
  fields: Element[];
}

/** The forms that people fill in. */
function formsOf(one: Opened): SentForm[] {
  return [...(one.document?.querySelectorAll("form[method=post]") ?? [])].flatMap((form) => {
    const fields = [...form.querySelectorAll("input[name], select[name], textarea[name], button")];
    if (!fields.some((field) => field.matches("input:not([type=hidden]), select, textarea"))) return [];
    const action = (form.getAttribute("action") ?? one.path).split("#")[0]!;
    const name = form.querySelector("input[name=form]")?.getAttribute("value");
    if (one.path.startsWith("/dev/")) return [];
    return [{ at: `${action} ${name ?? ""}`.replace(/[a-z0-9.]{24,}/g, ":id").trim(), one, action, fields }];
  });
}

const SECRET = "S3cret-".repeat(40);
const LONG = "x".repeat(5000);

function filled({ fields }: SentForm, how: "empty" | "long"): FormData {
  const form = new FormData();
  for (const field of fields) {
    const name = field.getAttribute("name") ?? "";
    const type = field.getAttribute("type") ?? field.tagName.toLowerCase();
    if (type === "checkbox" && how === "long") form.append(name, field.getAttribute("value") ?? "on");
    if (["checkbox", "radio", "file", "button", "submit"].includes(type) || name === "leaveEmpty") continue;
    if (type === "hidden") form.append(name, field.getAttribute("value") ?? "");
    else form.append(name, how === "empty" ? "" : type === "password" ? SECRET : LONG);
  }
  const button = fields.findLast((field) => field.tagName === "BUTTON");
  const name = button?.getAttribute("name");
  if (name) form.append(name, button!.getAttribute("value") ?? "");
  return form;
}

/** The words beside each field that is marked as wrong, by its name. */
function saidBeside(document: Document): Record<string, string> {
  const said: Record<string, string> = {};
  for (const wrong of document.querySelectorAll("[aria-invalid=true]")) {
    const field = wrong.getAttribute("aria-describedby") ? wrong : wrong.closest("fieldset")!;
    const [words] = (field.getAttribute("aria-describedby") ?? "").split(" ").slice(-1);
    const name = field.getAttribute("name") ?? field.id.slice(field.id.lastIndexOf("-") + 1);
    said[name] = wordsOf(document.getElementById(words ?? ""));
  }
  return said;
}

const sent = [...Map.groupBy(opened.flatMap(formsOf), ({ at }) => at).values()].map((same) => same.at(-1)!);
test("the table has every form of the site", () => {
  expect(sent.map(({ at }) => at).sort()).toEqual([...REFUSED_FORMS.keys()].sort());
});

test("no form asks for what is missing in a manner of its own", () => {
  const missing = [...REFUSED_FORMS.values()].flat().flatMap(({ said }) => said.empty ?? []);
  expect(
    missing.filter((words) =>
      /^Please (say|write|give|mark|choose (?!hours)|select (?!a time slot)|enter an? (name|address)\b)/.test(words),
    ),
  ).toEqual([]);
});

/** Lists the answers that a refused form did not bring back, but for the ticks that confirm something. */
function lostWords({ fields }: SentForm, document: Document): string[] {
  const isKept = (field: Element) => {
    // The words of a form that is closed by now stand there to be copied.
    const again = [...document.querySelectorAll(`[name="${field.getAttribute("name")}"], textarea[readonly]`)];
    return field.getAttribute("type") === "checkbox"
      ? again.some((one) => one.hasAttribute("checked"))
      : again.some((one) => (one.getAttribute("value") ?? one.textContent) === LONG);
  };
  // Another trade or city is written beside the choice "Other" alone.
  const written = "textarea[name], input[name]:not([name=leaveEmpty], [name=sure], [name$=Other])";
  const typed = fields.filter(
    (field) => field.matches(written) && !/hidden|radio|file|password/.test(field.getAttribute("type") ?? ""),
  );
  return typed.filter((field) => !isKept(field)).map((field) => field.getAttribute("name")!);
}

test.each(sent)(
  "the form $at says what is wrong beside each field and on top, and sends no secret back",
  async (form) => {
    const fields = REFUSED_FORMS.get(form.at)!;
    for (const how of ["empty", "long"] as const) {
      const { status, html } = await answerTo(form.one, form.action, filled(form, how));
      const { document } = parseHTML(html);
      const said = saidBeside(document);
      const wanted = fields.filter((one) => one.said[how]).map((one) => [one.field, one.said[how]]);
      expect(said, how).toEqual(Object.fromEntries(wanted));
      const alert = document.querySelector("[role=alert]");
      for (const words of Object.values(said)) expect(wordsOf(alert)).toContain(words);
      for (const link of alert?.querySelectorAll("a[href^='#']") ?? []) {
        const field = document.getElementById(link.getAttribute("href")!.slice(1));
        expect(field?.matches("input, select, textarea, [tabindex]"), link.outerHTML).toBe(true);
        expect(Object.values(said)).toContain(wordsOf(link));
      }
      expect(html).not.toContain(SECRET);
      expect(document.querySelector("input[type=password][value]")).toBeNull();
      if (status < 400) continue;
      expect(wordsOf(alert)).not.toBe("");
      expect(document.title).toMatch(/^Error: (?!Error)/);
      if (how === "long") expect(lostWords(form, document)).toEqual([]);
    }
  },
);
