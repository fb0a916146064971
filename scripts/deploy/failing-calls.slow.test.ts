import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError, runningVersion } from "../../tests/support/cloudflare/account";
import { type Clone, DEPLOY, done, openClone, SET_UP } from "../../tests/support/cloudflare/clone";

// What a person reads when Cloudflare fails, or when a setting is wrong; and that the next run goes on. Never run against
// Cloudflare.

// Only bounds a hang: a minute or two on an idle machine.
vi.setConfig({ testTimeout: 900_000 });

const SITE = "https://pombi.co.zw";
const SETTING_UP = `${SET_UP} --origin ${SITE}`;

const FAILURES = [
  {
    error: new ApiError(401, 10000, "Authentication error"),
    advice: "Cloudflare doesn't accept the sign-in. Sign in: npx wrangler login, or renew CLOUDFLARE_API_TOKEN.",
  },
  {
    error: new ApiError(500, 10013, "An unknown error has occurred."),
    advice: "Cloudflare failed, or can't be reached: www.cloudflarestatus.com knows more.",
  },
];

async function newClone(): Promise<Clone> {
  const clone = await openClone();
  onTestFinished(() => clone.close());
  return clone;
}

/** What a command says itself: npm's own lines are left out. */
const linesOf = (said: string) => said.split("\n").filter((line) => line && !line.startsWith("> "));

/**
 * Runs the command until it succeeds, each time with Cloudflare failing from one call further on. Each failed run has to
 * end with `advice`, and after each `check` has to hold.
 */
async function failAtEachCall(
  clone: Clone,
  command: string,
  { error, advice }: (typeof FAILURES)[number],
  check: (whatToDo: string[]) => Promise<void> | void,
): Promise<void> {
  const { failing } = clone.cloudflare;
  const failed = new Set<string>();
  for (;;) {
    const counts = new Map<string, number>();
    let broken = "";
    failing.errorOf = (call) => {
      counts.set(call, (counts.get(call) ?? 0) + 1);
      const name = `${call} ${counts.get(call)}`;
      if (!failed.has(name)) broken ||= name;
      return broken ? error : undefined;
    };
    const { code, said } = await clone.run(command);
    failing.errorOf = () => undefined;
    if (!broken) return expect([code, said]).toEqual([0, said]);
    failed.add(broken);
    const lines = linesOf(said);
    const [happened = "", ...whatToDo] = lines.slice(lines.findLastIndex((line) => line.startsWith("wrangler ")));
    console.info([broken, happened, ...whatToDo].join("\n    "));
    expect([broken, code, happened]).toEqual([broken, 1, expect.stringContaining("failed")]);
    // Wrangler's own errors bring a stack.
    expect(happened).not.toMatch(/\.js:\d/);
    expect([broken, whatToDo[0]]).toEqual([broken, advice]);
    await check(whatToDo);
  }
}

test("setup that fails at any call of Cloudflare says what to do, and the next run goes on", async () => {
  await Promise.all(
    FAILURES.map(async (failure) => {
      const clone = await newClone();
      const { account } = clone.cloudflare;
      const secrets = new Set<string>();
      await failAtEachCall(clone, SETTING_UP, failure, () => {
        const secret = runningVersion(account)?.secrets["SESSION_SECRET"];
        if (secret) secrets.add(secret);
      });
      expect([account.databases.length, account.buckets.length]).toEqual([1, 1]);
      const { ORIGIN, SESSION_SECRET } = runningVersion(account)!.secrets;
      expect([ORIGIN, SESSION_SECRET]).toEqual([SITE, clone.read(".session-secret")]);
      expect([...secrets.add(SESSION_SECRET!)]).toEqual([SESSION_SECRET]);
    }),
  );
});

test("a deployment that fails at any call keeps the site and its rows, and the next run goes on", async () => {
  await Promise.all(
    FAILURES.map(async (failure) => {
      const clone = await newClone();
      const { account, edge } = clone.cloudflare;
      await done(clone, SETTING_UP);
      await done(clone, DEPLOY);
      const { uuid } = account.databases[0]!;
      await edge.query(uuid, [
        `insert into settings (name, value, updated_at) values ('payoutsStopped', 'A row from before', 0)`,
      ]);
      clone.edit("migrations/0009_later.sql", () => "alter table settings add column later text;");
      clone.edit("build/client/later.txt", () => "A file of the next version.");
      clone.edit("build/server/index.js", (text) => `${text}\n// The next version.\n`);
      await failAtEachCall(clone, DEPLOY, failure, async ([, left]) => {
        expect(left).toContain("Then run npm run deploy again: it goes on where this one ended.");
        expect((await edge.fetch(SITE)).status).toBe(200);
        const [found] = await edge.query(uuid, ["select value from settings where name = 'payoutsStopped'"]);
        expect(found!.results).toEqual([{ value: "A row from before" }]);
      });
      expect(await (await edge.fetch(`${SITE}/later.txt`)).text()).toBe("A file of the next version.");
    }),
  );
});

/** Errors that belong to one call, with what to do about each. */
const REFUSED = [
  {
    call: "POST /accounts/ID/d1/database",
    command: SETTING_UP,
    error: new ApiError(400, 7502, "A database with that name already exists"),
    advice: "The name is taken, but it was not in the list a moment ago. Somebody else may be setting this account up.",
  },
  {
    call: "POST /accounts/ID/r2/buckets",
    command: SETTING_UP,
    error: new ApiError(409, 10004, "The bucket you tried to create already exists, and you own it."),
    advice: "The name is taken, but it was not in the list a moment ago. Somebody else may be setting this account up.",
  },
  {
    call: "PUT /accounts/ID/workers/scripts/pombi",
    command: DEPLOY,
    error: new ApiError(413, 10027, "Your Worker exceeded the size limit of 10 MiB."),
    advice: "The Worker is larger than the plan allows: the free plan takes 3 MB of gzip, Workers Paid 10 MB.",
  },
];

test("a name that is taken and an upload that is too large are told with what to do", async () => {
  const clone = await newClone();
  const { account, failing } = clone.cloudflare;
  for (const { call, command, error, advice } of REFUSED) {
    if (command === DEPLOY) await done(clone, SETTING_UP);
    failing.errorOf = (name) => (name === call ? error : undefined);
    const { code, said } = await clone.run(command);
    failing.errorOf = () => undefined;
    expect([code, said]).toEqual([1, expect.stringContaining(advice)]);
  }
  expect(account).toMatchObject({ domains: [], schedules: [] });
  await done(clone, DEPLOY);
});

const CONFIG = "wrangler.toml";
const setting = (pattern: RegExp, value: string) => (text: string) => text.replace(pattern, value);
const ANOTHER_ID = '$&\ndatabase_id = "11111111-2222-3333-4444-555555555555"';

/** Each wrong setting with the line that a person reads. */
const WRONG = [
  { command: SET_UP, line: `Say where the site is: npm run deploy -- --setup --origin ${SITE}` },
  { command: `${SET_UP} --origin pombi.co.zw`, line: `pombi.co.zw is not an origin like ${SITE}.` },
  {
    command: `${SET_UP} --origin https://else.example`,
    line: `The site's domain is pombi.co.zw in app/brand.ts and ${CONFIG}. Change both to else.example first.`,
  },
  { command: DEPLOY, line: "There is no database yet. First: npm run deploy -- --setup" },
  {
    command: SETTING_UP,
    change: setting(/^pattern = .*\n/m, ""),
    line: "wrangler.toml names no route (pattern).",
  },
  {
    command: SETTING_UP,
    change: setting(/^pattern = .*/m, 'pattern = "else.example"'),
    line: "The site's domain is pombi.co.zw in app/brand.ts, but else.example in wrangler.toml: make them equal.",
  },
  {
    command: SETTING_UP,
    change: setting(/^database_name = .*/m, ANOTHER_ID),
    line: "wrangler.toml names the database 11111111-2222-3333-4444-555555555555; this account has none called pombi. Is it the right account? If so, take that line out of wrangler.toml.",
  },
];

test("a wrong setting is told in one line, and nothing is created", async () => {
  const clone = await newClone();
  const { account, calls } = clone.cloudflare;
  const before = structuredClone(account);
  const config = clone.read(CONFIG);
  for (const { command, change = (text: string) => text, line } of WRONG) {
    clone.edit(CONFIG, () => change(config));
    const { code, said } = await clone.run(command);
    expect([code, linesOf(said)]).toEqual([1, [line]]);
  }
  expect(account).toEqual(before);
  expect(calls.filter((call) => !call.startsWith("GET "))).toEqual([]);
});

test("a deployment is not called done before the site answers as it should", async () => {
  const clone = await newClone();
  await done(clone, SETTING_UP);
  expect(await done(clone, `${DEPLOY} --origin https://not-yet.example`)).toContain(
    "Deployed. https://not-yet.example does not answer yet; when it does: npm run smoke",
  );
  const { CLOUDFLARE_API_BASE_URL: another } = clone.cloudflare.env;
  const { code, said } = await clone.run(`${DEPLOY} --origin ${new URL(another).origin}`);
  expect([code, said]).toEqual([1, expect.stringContaining("FAILED  headers: home answered 404")]);
});

test("a domain that has a DNS record is not taken from a person who says no", async () => {
  const clone = await newClone();
  const { account } = clone.cloudflare;
  await done(clone, SETTING_UP);
  account.records.push("pombi.co.zw");
  const migrates = { asked: /migration\(s\)[^]*continue\?/, answer: () => "" };
  const refuses = { asked: /DNS records that conflict[^]*instead\?/, answer: () => "n" };
  const { code, said } = await clone.type(DEPLOY, [migrates, refuses]);
  expect([code, said]).toEqual([1, expect.stringContaining('Publishing to Custom Domain "pombi.co.zw" was skipped')]);
  expect(account.domains).toEqual([]);
});

test("a build that fails inside a deployment migrates and uploads nothing", async () => {
  const clone = await newClone();
  const { calls } = clone.cloudflare;
  await done(clone, SETTING_UP);
  calls.length = 0;
  clone.edit("app/root.tsx", (text) => `${text}\nexport const broken = ;\n`);
  const { code, said } = await clone.run(DEPLOY.replace(" -- --prebuilt", ""));
  expect([code, linesOf(said).at(-1)]).toEqual([
    1,
    "The build failed: its error is above. Nothing was migrated or uploaded: the site runs as before. Then run npm run deploy again: it goes on where this one ended.",
  ]);
  expect(calls).toEqual([]);
});
