import { beforeAll, expect, test } from "vitest";
import { errorsLogged, lostD1 } from "../support/failing-d1";
import { expectPage, visit } from "../support/site";
import { pages, seedPages, town, VIEWERS } from "../support/viewers";

beforeAll(seedPages);
errorsLogged();

/** What a browser sends that opens an address or sends a form by itself. */
const PERSON = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const lost = () => ({ DB: lostD1() });

/** The status of what asks nothing of D1; all other answers are 503. */
const WITHOUT_D1: Record<string, number> = {
  "GET routes/account/sign-out": 303,
  "GET routes/public/emergency": 301,
  "GET routes/resources/save-plumber": 303,
  "GET routes/resources/robots": 200,
  "GET routes/resources/security-txt": 200,
  "GET routes/resources/to-change-password": 303,
  "GET routes/resources/push-stand-in": 200,
  "GET routes/resources/clock": 200,
  "POST routes/resources/push-stand-in": 400,
  "POST routes/resources/clock": 400,
  "POST routes/resources/whatsapp-webhook": 401,
};
/** Routes that have nothing to read, and those whose example is nothing that exists. */
const IS_MISSING = /^GET .*(board-move|passkey-challenges|upload|push-devices|notice-seen)$|hook$|\/photo$/;

test("a route without a component says with its status that D1 is lost, to a script and to a person", async () => {
  const got: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { id, route, path, row } of pages.filter((page) => !page.route.module.default)) {
    const viewer = VIEWERS.find((one) => one !== "visitor" && (row[one] === "ok" || row[one] === "elsewhere"));
    const cookie = town.cookies[(viewer ?? "admin") as "admin"];
    for (const [method, run] of [
      ["GET", route.module.loader],
      ["POST", route.module.action],
    ] as const) {
      if (!run) continue;
      const name = `${method} ${id}`;
      const sent = { intent: "save", purpose: "signIn", id: "a-message-id", content: "Hello" };
      const form = method === "GET" ? undefined : sent;
      const answer = await visit(path, { cookie, form, settings: lost() });
      const page = await visit(path, { cookie, form, settings: lost(), headers: PERSON });
      const status = WITHOUT_D1[name] ?? (IS_MISSING.test(name) ? 404 : 503);
      // It is for programs, and says what is wrong by itself.
      const isProblem = status === 503 && id !== "routes/resources/health";
      expected[name] = [status, status, isProblem && "string", isProblem];
      const problem = isProblem && typeof (await answer.json<{ problem?: unknown }>()).problem;
      got[name] = [answer.status, page.status, problem, isProblem && /<h1\b/.test(await page.text())];
    }
  }
  expect(got).toEqual(expected);
});

test("a client whose plumber isn't saved can send the form again; a script reads what failed", async () => {
  const path = `/appointment/${town.plumber.id}/save`;
  const asked = { cookie: town.cookies.client, form: { intent: "save" }, settings: lost() };
  const page = await visit(path, { ...asked, headers: PERSON });
  const html = await expectPage(page, 503, "Failed to save the plumber", "Try again");
  expect(html).toContain('<input type="hidden" name="intent" value="save"/>');
  const answer = await visit(path, asked);
  const problem = expect.stringMatching(/^Failed to save the plumber\. Try again .*\(Request [\w-]+\)$/);
  expect([answer.status, await answer.json()]).toEqual([503, { problem }]);
});

test("a person who is refused by a route without a component reads why on a page", async () => {
  const path = `/appointment/${town.plumber.id}/save`;
  const page = await visit(path, { cookie: town.cookies.client, form: { intent: "eat" }, headers: PERSON });
  await expectPage(page, 400, "Request Not Executable Error", "This page has no such button.");
});
