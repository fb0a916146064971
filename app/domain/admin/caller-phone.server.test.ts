import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { bookings, phoneChannels, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { createUser } from "../../../tests/support/users";
import { offeredStarts } from "../time/slots";
import { newId } from "../values/id";
import type { SteppedUpUser } from "../values/user";
import { selectedClient } from "./caller";
import { bookForCaller } from "./caller-booking.server";
import { listChoices } from "./caller-choices.server";

const context = contextAt();
const { db, now } = context;
let phones = 0;
let admin: SteppedUpUser;
let squatter: SteppedUpUser;
let caller: { firstName: string; lastName: string; phone: string; email: null };

beforeEach(async () => {
  admin = await createUser(context, "admin");
  caller = { firstName: "Chipo", lastName: "Dube", phone: `+26377${String(++phones).padStart(7, "0")}`, email: null };
  // What a profile takes is not checked: anybody's number.
  squatter = await createUser(context, "client", { phone: caller.phone });
});

const bookAsNew = (isSure: boolean) =>
  bookForCaller(context, admin, {
    caller: { ...caller, isSure },
    plumber: null,
    wish: {
      serviceType: "Leak Fixing",
      suburb: null,
      street: "1 King George Road",
      pin: null,
      notes: null,
      city: "Harare",
      startsAt: offeredStarts(now).at(-1)!,
    },
    consent: null,
  });

const search = (q: string) => listChoices(db, { q, client: null, city: "Harare", plumber: null }, now);

const verify = (userId: string) =>
  db.insert(phoneChannels).values({
    id: newId(),
    userId,
    channel: "whatsapp",
    phone: caller.phone,
    consentWords: "Yes.",
    verifiedAt: now,
  });

test("a number that somebody else only wrote into their profile joins no account: the office is asked, and goes on with a new one", async () => {
  expect(await bookAsNew(false)).toMatchObject({
    ok: false,
    reason: "phoneNotVerified",
    client: { id: squatter.id, isPhoneConfirmed: false },
  });
  const made = await bookAsNew(true);
  expect(made).toMatchObject({ ok: true, repeated: false });
  const [booking] = await db
    .select()
    .from(bookings)
    .where(eq(bookings.id, made.ok ? made.id : ""));
  expect(booking!.clientId).not.toBe(squatter.id);
  // Sent again it is the same booking, and no third account has the number.
  expect(await bookAsNew(true)).toEqual({ ...made, repeated: true });
  expect(await db.select().from(users).where(eq(users.phone, caller.phone))).toHaveLength(2);
});

test("a number that its owner has confirmed is theirs, whatever else the office says", async () => {
  await verify(squatter.id);
  expect(await bookAsNew(true)).toMatchObject({ ok: false, reason: "phoneTaken", client: { id: squatter.id } });
});

test("a search by a number that nobody has confirmed chooses nobody", async () => {
  const found = await search(caller.phone);
  expect(found.clients).toMatchObject([{ id: squatter.id, isPhoneConfirmed: false }]);
  expect(selectedClient(found, undefined)).toBeNull();
  await verify(squatter.id);
  expect(selectedClient(await search(caller.phone), undefined)).toMatchObject({ id: squatter.id });
});
