import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { brand } from "~/brand";
import { emails, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createRegistration } from "../../../tests/support/sign-up";
import { createUser } from "../../../tests/support/users";
import { defineNotices } from "./notice";
import { notify, type Recipient } from "./notify.server";

const context = contextAt();
const { db } = context;
const { tapFixed } = defineNotices<{ tapFixed: { tap: string } }>({
  tapFixed: {
    email: ({ tap }, origin) => ({ subject: `${tap} is fixed`, to: null, paragraphs: [`${origin}/taps`] }),
  },
});
const tell = (recipient: Recipient, causeId = "cause", condition = sql`true`) =>
  notify(context, recipient, tapFixed, { tap: "The kitchen tap" }, { causeId, condition });
const rows = () => db.select({ recipient: emails.recipient, kind: emails.kind, text: emails.text }).from(emails);

beforeEach(async () => {
  await db.delete(emails);
});

test("a user, a registration and the office are told at their own email, with links to the configured origin", async () => {
  const user = await createUser(context, "client");
  const registration = await createRegistration(context, "plumber");
  await db.batch([tell({ user: user.id }), tell({ registrationOf: registration.email }), tell({ office: true })]);
  const told = { kind: "tapFixed", text: expect.stringContaining("https://pombi.test/taps") };
  expect(await rows()).toEqual([
    { recipient: user.email, ...told },
    { recipient: registration.email, ...told },
    { recipient: brand.email, ...told },
  ]);
});

test("nobody, an unknown id and an erased account are told nothing", async () => {
  const erased = await createUser(context, "client");
  await db
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(sql`id = ${erased.id}`);
  await db.batch([
    tell({ user: null }),
    tell({ user: "nobodynobodynobodynobody" }),
    tell({ user: erased.id }),
    tell({ registrationOf: "nobody@example.test" }),
    tell({ enquirerOf: "nothing" }),
  ]);
  expect(await rows()).toEqual([]);
});

test("the same cause and kind are told once to each; a condition that fails tells nobody", async () => {
  const { id } = await createUser(context, "client");
  await db.batch([
    tell({ user: id }),
    tell({ user: id }),
    tell({ office: true }),
    tell({ user: id }, "another"),
    tell({ user: id }, "a third", sql`1 = 2`),
  ]);
  expect(await rows()).toHaveLength(3);
});
