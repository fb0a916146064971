import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { bookings, dialogues, enquiries, messages } from "~/db/schema";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { isSound } from "./money-rows";
import { addPhone } from "./notices";
import { openPhones } from "./phones";
import { seededRandom } from "./random";
import { seedTown } from "./town";

// Random conversations by WhatsApp, of people whom nobody knows and of the two sides of jobs: each message is answered or
// passed on, once, and whatever is done by them is sound.

/** What people say of themselves, whatever was asked. */
const WORDS = ["hi", "send", "yes", "1", "2", "office", "back", "again", "new", "jobs", "why so long???", "x", "🙂"];
const MORE_WORDS = ["Can you stop the leak?", "my toilet is blocked in Harare", "A pipe leaks in my kitchen"];

/** What answers a question that has nothing to tap, by its words. */
const ANSWERS: [RegExp, string][] = [
  [/What is wrong\?/, "A pipe leaks in my kitchen"],
  [/In which city\?/, "Harare"],
  [/Which suburb/, "Avondale"],
  [/street and number/, "12 Baker Avenue"],
  [/first name/, "Chipo Zulu"],
  [/line by line/, "tap 15, labour 40"],
  [/from another phone/, "077 111 1111"],
  [/cost in all/, "55"],
  [/how much/i, "20"],
];

const HARARE = { latitude: -17.8, longitude: 31.04 };
const KNOWN_STATES = /^(problem|city|suburb|offer|when|street|name|summary|whose|change|job|photo|menu|office)$/;

/** Talks in so many random conversations; gives how many bookings came of them. */
export async function talkAtRandom(conversations: number, seed = 20261129): Promise<number> {
  const town = await seedTown();
  const { db } = town;
  const below = seededRandom(seed);
  const random = () => below(1000) / 1000;
  const pick = <One>(from: readonly One[]): One => from[below(from.length)]!;
  await addPhone(town.context, { userId: town.otherPlumber.id, channel: "whatsapp", phone: "+263772000001" });
  await addPhone(town.context, { userId: town.client.id, channel: "whatsapp", phone: "+263772000002" });
  const phones = openPhones(town.context.now);
  const plumber = phones.open("+263772000001", "Farai");
  const client = phones.open("+263772000002", "Rudo");
  const passedOn = async () => (await db.$count(messages)) + (await db.$count(enquiries));

  for (let life = 0; life < conversations; life++) {
    const stranger = phones.open(`+26377${3_000_001 + 10 * life}`);
    const sent: { phone: typeof stranger; message: Parameters<typeof stranger.send>[0] }[] = [];
    for (let turn = 0; turn < 24; turn++) {
      const phone = pick([stranger, stranger, stranger, stranger, client, plumber]);
      const { text: asked, choices } = phone.last();
      const older = phones.all.filter(({ to }) => to === phone.phone).flatMap((message) => message.choices);
      const tap = (offered: readonly { id: string; title: string }[]) => () => {
        const choice = offered.length > 0 ? pick(offered) : null;
        return choice ? { text: choice.title, choice: choice.id } : { text: pick(WORDS) };
      };
      const answer = () => ({ text: ANSWERS.find(([question]) => question.test(asked))?.[1] ?? pick(MORE_WORDS) });
      const sensible = [tap(choices), choices.length > 0 ? tap(choices) : answer, answer];
      const odd = [
        tap(older.slice(-20)),
        () => ({ text: pick(WORDS) }),
        () => ({ picture: newId() }),
        () => ({ place: HARARE }),
        () => ({ unseen: "audio" }),
      ];
      const message = { id: newId(), ...pick(random() < 0.75 ? sensible : odd)() };
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
      const written = await db.$count(messages);
      if (random() < 0.1)
        await Promise.all([phone.send(message), phone.send({ ...message, id: newId() }), phone.send(message)]);
      else await phone.send(message);
      // A tap is never taken for words, unless it says for whom words were.
      const isTap = "choice" in message && !/(whose\.them|photo\.chat)$/.test(String(message.choice));
      if (isTap) expect(await db.$count(messages), JSON.stringify(message)).toBe(written);
      expect(phones.all.length > heard || (await passedOn()) > passed, JSON.stringify(message)).toBe(true);
      if (random() < 0.1) await phones.wait(phones.now() + pick([MINUTE, HOUR, DAY]));
      if (random() < 0.1) await phones.pay();
    }
  }

  const states = await db.select({ state: dialogues.state, misses: dialogues.misses }).from(dialogues);
  for (const { state, misses } of states) {
    expect(state).toMatch(KNOWN_STATES);
    expect(misses).toBeLessThanOrEqual(1);
  }
  // A request that came of a conversation is whole, and nobody has more of them than a page allows.
  const made = await db
    .select()
    .from(bookings)
    .where(sql`id in (select booking_id from dialogues)`);
  for (const { street, suburb, city } of made) expect([street, suburb, city]).not.toContain(null);
  const counts = sql`select count(*) as n from bookings where status = 'pending' group by client_id having n > 5`;
  expect(await db.all(counts)).toEqual([]);
  expect(
    await db.all(sql`select cause_id from notices where kind = 'dialogueAnswer' group by cause_id having count(*) > 1`),
  ).toEqual([]);
  await isSound();
  return made.length;
}
