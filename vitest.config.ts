import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readTestNow } from "./tests/support/test-now";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };
const SLOW = "**/*.slow.test.ts";
const MINUTES = 60_000;
/** A poll ends when what it waits for is there; this only bounds a hang. */
const PATIENT = { poll: { timeout: 20_000 } };

type Settings = NonNullable<TestProjectInlineConfiguration["test"]>;

/** Pure code, in Node. */
const unit: TestProjectInlineConfiguration = {
  resolve: { alias },
  test: {
    name: "unit",
    include: ["app/**/*.test.ts", "workers/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/*.server.test.ts", "**/*.worker.test.ts"],
    isolate: false,
    maxWorkers: 2,
    testTimeout: 30_000,
    expect: PATIENT,
    setupFiles: ["tests/support/seed.ts"],
  },
};

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
          LOCAL_MODE: "true",
          MIGRATIONS: await readD1Migrations("migrations"),
        },
      },
    })),
  ],
  test: {
    // Starting workerd and the product in it costs three seconds: files share it, and each empties the storage first.
    isolate: false,
    maxWorkers: 2,
    setupFiles: ["tests/support/beginning.ts", "tests/support/seed.ts", "tests/support/fresh-storage.ts"],
    deps: { optimizer: { ssr: { enabled: true, include: ["@remix-run/cloudflare"] } } },
    testTimeout: MINUTES,
    hookTimeout: MINUTES,
    expect: PATIENT,
    provide: { randomRequests: 8000 },
    ...settings,
  },
});

/** Journeys through a browser, each file on a site of its own. */
const inBrowser = (settings: Settings): TestProjectInlineConfiguration => ({
  resolve: { alias },
  test: {
    isolate: false,
    globalSetup: ["tests/browser/support/global-setup.ts"],
    setupFiles: ["tests/support/beginning.ts"],
    expect: PATIENT,
    ...settings,
  },
});

/** The browser's longest files, which Vitest takes for short: it goes by size. Begun last, one would run alone. */
const LONGEST = ["live", "journey", "job", "enquiry-forms"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/tests/browser/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    provide: { testNow: readTestNow(), randomSeed: 20_261_121 },
    projects: [
      unit,
      inWorker({
        name: "worker",
        include: [
          "app/**/*.server.test.ts",
          "app/**/*.worker.test.ts",
          "workers/**/*.worker.test.ts",
          "tests/worker/**/*.test.ts",
        ],
        exclude: [SLOW],
      }),
      inBrowser({
        name: "browser",
        include: ["tests/browser/**/*.test.ts"],
        exclude: [SLOW],
        maxWorkers: 2,
        testTimeout: 2 * MINUTES,
        hookTimeout: 2 * MINUTES,
      }),
      inWorker({ name: "worker-slow", include: ["tests/worker/**/*.slow.test.ts"] }),
      // One after another, and after the Worker's: several of them measure time.
      inBrowser({
        name: "browser-slow",
        include: ["tests/browser/**/*.slow.test.ts"],
        fileParallelism: false,
        sequence: { groupOrder: 1 },
        testTimeout: 5 * MINUTES,
        hookTimeout: 5 * MINUTES,
      }),
      inWorker({
        name: "soak",
        include: ["tests/worker/api-property.slow.test.ts"],
        provide: { randomRequests: 200_000, randomSeed: Date.now() % 2 ** 31 },
      }),
    ],
  },
});
