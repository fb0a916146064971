import { existsSync, statfsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { makeVapidKeys } from "./scripts/local-state";
import { readTestNow } from "./tests/support/test-now";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const SLOW = "**/*.slow.test.ts";
const MINUTES = 60_000;
/** A poll ends when what it waits for is there; this only bounds a hang. */
const PATIENT = { poll: { timeout: 20_000 } };

// D1 syncs its file at each call, even at one that reads: in memory a call takes two thirds of the time. A container may
// have a memory folder that is too small.
const MEMORY = "/dev/shm";
const GIGABYTE = 2 ** 30;
const freeBytes = ({ bavail, bsize }: { bavail: number; bsize: number }) => bavail * bsize;
if (existsSync(MEMORY) && freeBytes(statfsSync(MEMORY)) > GIGABYTE) process.env["TMPDIR"] = MEMORY;

/** Those that end the Worker or the line, and wait for most of their time: two at once, beside nothing else. */
const CUTTING = ["connection-lost", "crash"].map((name) => `tests/browser/${name}.slow.test.ts`);

/** The processors of a small machine and one more: a test waits now and then, and each worker loads the product. */
const WORKERS = 3;
const SLOW_AT_ONCE = 2;

/** Files of few lines that run for long. Vitest begins with the largest files where it knows no durations. */
const LONG =
  /booking-steps|demo-town|every-limit|money-sequences|notice-lives|page-bytes|random-talks|resource-routes|rows-read|text-direction|viewers/;

/** Begins with the files that run longest, so that no processor waits for the last of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return (await super.sort(files)).toSorted((one, two) => Number(isLong(two)) - Number(isLong(one)));
  }
}
const isShuffled = process.argv.includes("--sequence.shuffle");

type Settings = NonNullable<TestProjectInlineConfiguration["test"]>;

/** Pure code, in Node. */
const inNode = (settings: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias },
  test: {
    isolate: false,
    testTimeout: 30_000,
    expect: PATIENT,
    setupFiles: ["tests/support/seed.ts"],
    ...settings,
  },
});

const WORKER_SETUP = ["tests/support/beginning.ts", "tests/support/seed.ts", "tests/support/fresh-storage.ts"];

/** In workerd, on real D1, R2 and Durable Objects. */
const inWorker = (settings: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias },
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          ORIGIN: "https://pombi.test",
          SESSION_SECRET: "a-secret-of-the-tests-of-32-letters-or-more",
          ...makeVapidKeys(),
          LOCAL_MODE: "true",
          HASHING: "test",
          NOTICES: "wait",
          MIGRATIONS: await readD1Migrations("migrations"),
        },
      },
    })),
  ],
  test: {
    // Starting workerd and the product in it costs three seconds: files share it, and each empties the storage first.
    isolate: false,
    maxWorkers: WORKERS,
    setupFiles: WORKER_SETUP,
    deps: { optimizer: { ssr: { enabled: true, include: ["@remix-run/cloudflare"] } } },
    // The built stylesheet, which a test reads; others are empty.
    css: { include: [/\/build\/client\/assets\/styles-/] },
    testTimeout: MINUTES,
    hookTimeout: MINUTES,
    expect: PATIENT,
    provide: { accessRounds: 12, randomRequests: 1500, randomLives: 100, messagesEach: 30 },
    ...settings,
  },
});

/** Journeys through a browser, each file on a site of its own. */
const inBrowser = (timeout: number, settings: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias },
  test: {
    isolate: false,
    globalSetup: ["tests/browser/support/global-setup.ts"],
    setupFiles: ["tests/support/beginning.ts"],
    expect: PATIENT,
    testTimeout: timeout,
    hookTimeout: timeout,
    maxWorkers: 2,
    ...settings,
  },
});

export default defineConfig({
  test: {
    provide: { testNow: readTestNow(), randomSeed: 20_261_121 },
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    projects: [
      inNode({
        name: "unit",
        include: ["{app,workers,scripts}/**/*.test.ts"],
        exclude: ["**/*.{server,worker}.test.ts", SLOW],
        // Each loads the product by itself, which costs more than the tests: as many as processors.
        pool: "threads",
        maxWorkers: 2,
      }),
      inWorker({
        name: "worker",
        include: ["app/**/*.{server,worker}.test.ts", "workers/**/*.worker.test.ts", "tests/worker/**/*.test.ts"],
        exclude: [SLOW],
        // Projects with other numbers of workers don't run beside it.
        sequence: { groupOrder: 2 },
        // Not for slow tests: it reads every row, and one of them has 100,000 bookings.
        setupFiles: [...WORKER_SETUP, "tests/support/rollback.ts"],
      }),
      inBrowser(2 * MINUTES, { name: "browser", include: ["tests/browser/**/*.test.ts"], exclude: [SLOW] }),
      inNode({ name: "unit-slow", include: ["scripts/**/*.slow.test.ts"], maxWorkers: SLOW_AT_ONCE }),
      inWorker({ name: "worker-slow", include: ["tests/worker/**/*.slow.test.ts"], maxWorkers: SLOW_AT_ONCE }),
      inBrowser(5 * MINUTES, { name: "browser-slow", include: ["tests/browser/**/*.slow.test.ts"], exclude: CUTTING }),
      inBrowser(5 * MINUTES, { name: "browser-cutting", include: CUTTING, sequence: { groupOrder: 1 } }),
      inWorker({
        name: "soak",
        sequence: { groupOrder: 2 },
        include: ["api-property", "message-flow", "money-sequences"].map((name) => `tests/worker/${name}.slow.test.ts`),
        provide: { randomRequests: 200_000, randomLives: 1000, messagesEach: 100, randomSeed: Date.now() % 2 ** 31 },
      }),
    ],
  },
});
