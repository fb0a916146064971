import { expect, test } from "vitest";
import { findRepeated } from "./worker-build";

test("a package in two folders or formats is named as repeated; its helpers and a page's styles are not", () => {
  const modules = "/site/node_modules";
  const once = [
    `${modules}/drizzle-orm/entity.js`,
    `${modules}/drizzle-orm/sqlite-core/entity.js`,
    `${modules}/react/index.js`,
    `\0${modules}/react/index.js?commonjs-module`,
    "/site/app/entity.ts",
    "/site/app/styles.css?page=home&inline",
    "/site/app/styles.css?page=plumbers&inline",
  ];
  expect(findRepeated(once)).toEqual([]);
  expect(findRepeated([...once, `${modules}/zod/node_modules/drizzle-orm/entity.js`])).toEqual(["drizzle-orm/entity"]);
  expect(findRepeated([...once, `${modules}/drizzle-orm/dist/cjs/entity.cjs`])).toEqual(["drizzle-orm/entity"]);
});
