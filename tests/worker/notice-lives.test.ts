import { expect, test } from "vitest";
import { liveNotices } from "../support/notice-lives";

test("random lives of notices: none goes twice, none is lost, none says what is no longer so", async () => {
  expect(await liveNotices(16)).toBeGreaterThan(100);
});
