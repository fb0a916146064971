import { expect, test } from "vitest";
import { liveNotices } from "../support/notice-lives";

test("2,000 notices in random lives: none goes twice, none is lost, none says what is no longer so", async () => {
  expect(await liveNotices(260)).toBeGreaterThan(2000);
}, 600_000);
