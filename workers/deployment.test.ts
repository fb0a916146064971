import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { brand } from "../app/brand";

const config = unstable_readConfig({ config: "wrangler.toml" });

test("the site is deployed at its own domain and nowhere else", () => {
  expect(config.routes).toEqual([{ pattern: brand.domain, custom_domain: true }]);
  expect([config.workers_dev, config.preview_urls]).toEqual([false, false]);
  expect([brand.email, brand.emailSender.email].map((address) => address.split("@")[1])).toEqual([
    brand.domain,
    brand.domain,
  ]);
});

test("the platform writes no address into a log or a trace", () => {
  expect(config.observability).toMatchObject({
    enabled: true,
    redact_query_string: true,
    logs: { invocation_logs: false },
    traces: { enabled: false },
  });
});
