import { data } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import type { FormReply } from "~/http/forms";
import { resourceAnswer } from "./resource-answers";

test("a form's reply keeps its status where a route has no component, and says the first mistake", async () => {
  const reply: FormReply = { values: {}, errors: { day: "Please choose a day." }, message: null, reason: null };
  const request = new Request("https://pombi.test/admin-moves/x");
  const thrown = await new Promise((resolve) => resolve(resourceAnswer(request, data(reply, { status: 400 })))).catch(
    (problem: unknown) => problem as Response,
  );
  expect(thrown).toMatchObject({ status: 400 });
  expect(await (thrown as Response).json()).toEqual({ problem: "Please choose a day." });
});
