import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { lightPagesTest, NEEDED_FUNCTIONS, takesLightPages } from "./light-pages";

interface Owner {
  [part: string]: Owner | true;
}

/** Runs the test as a browser that has every needed function but one, and tells what it did in order. */
function runWithout(missing: string | null, { takesCookies = true } = {}) {
  const self: Owner = {};
  for (const name of NEEDED_FUNCTIONS) {
    const path = name.split(".");
    const last = path.pop()!;
    let owner = self;
    for (const part of path) owner = (owner[part] ??= {}) as Owner;
    if (name !== missing) owner[last] = true;
  }
  const done: string[] = [];
  let cookies = "";
  const document = {
    currentScript: { remove: () => done.push("removed") },
    get cookie() {
      return cookies;
    },
    set cookie(text: string) {
      if (takesCookies) cookies = text.split(";")[0]!;
    },
  };
  const location = {
    href: "https://pombi.test/client-dashboard?page=2#review",
    replace: (url: string) => done.push(`to ${url}`),
  };
  runInNewContext(lightPagesTest, { self, document, location, stop: () => done.push("stopped") });
  return { done, cookies };
}

test.each(NEEDED_FUNCTIONS)("a browser without %s stops its page and asks for a light one", (name) => {
  const { done, cookies } = runWithout(name);
  expect(done).toEqual(["stopped", "to https://pombi.test/client-dashboard?page=2", "removed"]);
  const asks = (cookie: string) => takesLightPages(new Request("https://pombi.test", { headers: { cookie } }));
  expect(asks(`city=harare; ${cookies}`)).toBe(true);
  expect(asks("city=harare; delight=1")).toBe(false);
});

test("a browser that has every function, or takes no cookies, goes on with its page", () => {
  expect(runWithout(null)).toEqual({ done: ["removed"], cookies: "" });
  expect(runWithout("Object.hasOwn", { takesCookies: false })).toEqual({ done: ["removed"], cookies: "" });
});
