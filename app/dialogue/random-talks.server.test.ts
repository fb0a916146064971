import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { bookings, dialogues, enquiries, messages } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { addPhone } from "../../tests/support/notices";
import { openPhones } from "../../tests/support/phones";
import { seededRandom } from "../../tests/support/random";
import { seedTown } from "../../tests/support/town";

const town = await seedTown();
const { db } = town;

const WORDS = [
  "hi",
  "A pipe leaks in my kitchen",
  "my toilet is blocked in Harare",
  "Harare",
  "Avondale",
  "12 Baker Avenue",
  "Chipo Zulu",
  "send",
  "yes",
  "1",
  "2",
  "office",
  "back",
  "again",
  "new",
  "jobs",
  "tap 15, labour 40",
  "55",
  "why so long???",
  "x",
  "🙂",
  "Can you stop the leak?",
  "077 123 4567",
];
const HARARE = { latitude: -17.8, longitude: 31.04 };
const KNOWN_STATES = /^(problem|city|suburb|offer|when|street|name|summary|whose|job|office|done)$/;

test("random conversations: each message is answered or passed on, once, and leads to a state we know", async () => {
  const below = seededRandom(20261129);
  const random = () => below(1000) / 1000;
  const pick = <One>(from: readonly One[]): One => from[below(from.length)]!;
  await addPhone(town.context, { userId: town.otherPlumber.id, channel: "whatsapp", phone: "+263772000001" });
  await addPhone(town.context, { userId: town.client.id, channel: "whatsapp", phone: "+263772000002" });
  const phones = openPhones(town.context.now);
  const plumber = phones.open("+263772000001", "Farai");
  const client = phones.open("+263772000002", "Rudo");
  const passedOn = async () => (await db.$count(messages)) + (await db.$count(enquiries));

  for (let life = 0; life < inject("randomLives"); life++) {
    const stranger = phones.open(`+26377${3_000_001 + 10 * life}`);
    const sent: { phone: typeof stranger; message: Parameters<typeof stranger.send>[0] }[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const phone = pick([stranger, stranger, stranger, client, plumber]);
      const offered = phones.all.filter(({ to }) => to === phone.phone).flatMap(({ choices }) => choices);
      const tap = offered.length > 0 ? pick(offered.slice(-12)) : null;
      const tapped = tap && { text: tap.title, choice: tap.id };
      const sends = [() => ({ picture: newId() }), () => ({ place: HARARE }), () => ({ text: pick(WORDS) })];
      const message = { id: newId(), ...((random() < 0.6 ? tapped : null) ?? pick(sends)()) };
      const earlier = random() < 0.1 && sent.length > 0 ? pick(sent) : null;
      if (earlier) {
        // Posted again, it changes nothing and is not answered again.
        const before = [phones.all.length, await passedOn(), await db.$count(bookings)];
        await earlier.phone.send(earlier.message);
        expect([phones.all.length, await passedOn(), await db.$count(bookings)]).toEqual(before);
        continue;
      }
      sent.push({ phone, message });
      const heard = phones.all.length;
      const passed = await passedOn();
      if (random() < 0.1)
        await Promise.all([phone.send(message), phone.send({ ...message, id: newId() }), phone.send(message)]);
      else await phone.send(message);
      expect(phones.all.length > heard || (await passedOn()) > passed, JSON.stringify(message)).toBe(true);
      if (random() < 0.1) await phones.wait(phones.now() + pick([MINUTE, HOUR, DAY]));
    }
  }

  const states = await db.select({ state: dialogues.state, misses: dialogues.misses }).from(dialogues);
  for (const { state, misses } of states) {
    expect(state).toMatch(KNOWN_STATES);
    expect(misses).toBeLessThanOrEqual(1);
  }
  // A request that came of a conversation is whole, and nobody has more of them than a page allows.
  const made = sql`select bookings.* from bookings join dialogues on booking_id = bookings.id`;
  expect(await db.all(sql`select id from (${made}) where street is null or suburb is null or city is null`)).toEqual(
    [],
  );
  const counts = sql`select count(*) as n from bookings where status = 'pending' group by client_id having n > 5`;
  expect(await db.all(counts)).toEqual([]);
  expect(
    await db.all(sql`select cause_id from notices where kind = 'dialogueAnswer' group by cause_id having count(*) > 1`),
  ).toEqual([]);
});
