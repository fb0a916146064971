import { expect, test } from "vitest";
import { messageOfIssue } from "../values/zod-messages";
import { profileCall } from "./account-forms";

test("a text in place of a photo is refused in our words", () => {
  const parsed = profileCall.safeParse({ name: "Rudo", image: "me.png" });
  expect(parsed.error?.issues.map(messageOfIssue)).toEqual(["Only image files are allowed."]);
});
