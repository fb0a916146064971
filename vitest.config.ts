import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const alias = { "~": fileURLToPath(new URL("./app", import.meta.url)) };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["app/**/*.test.ts", "workers/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.server.test.ts", "**/*.worker.test.ts"],
          isolate: false,
        },
      },
      {
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
          name: "worker",
          include: [
            "app/**/*.server.test.ts",
            "app/**/*.worker.test.ts",
            "workers/**/*.worker.test.ts",
            "tests/worker/**/*.test.ts",
          ],
          setupFiles: ["tests/support/fresh-storage.ts"],
          isolate: false,
          deps: { optimizer: { ssr: { enabled: true, include: ["@remix-run/cloudflare"] } } },
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          exclude: ["tests/browser/**/*.slow.test.ts"],
          globalSetup: ["tests/browser/support/global-setup.ts"],
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "slow",
          include: ["tests/browser/**/*.slow.test.ts"],
          globalSetup: ["tests/browser/support/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
