import { expect, test } from "vitest";
import { findDialogue } from "~/domain/dialogues/dialogues.server";
import { openPhones } from "../../tests/support/phones";
import { seedTown } from "../../tests/support/town";

// The first words of people whom nobody knows, and where each leads: none into silence.

const town = await seedTown();
const { context, db } = town;

const LONG = "My toilet has been running since Tuesday and nobody at the council picks up the phone. ".repeat(12);

/** By the question that is asked next. `suburb`: problem and city were understood; `office`: a person answers. */
const FIRST_WORDS: Record<string, readonly string[]> = {
  problem: [
    "hi",
    "The water never came back",
    "Hello",
    "hallo plumber needed asap",
    "Good morning",
    "makadii",
    "salibonani",
    "Morning boss",
    "I need a plumber",
    "Are you open?",
    "how much",
    "Price?",
    "?",
    "...",
    "😀",
    "👍",
    "ok",
    "yes",
    "1",
    "Can you come today",
    "pliz help me i m stuck",
    "my house",
    "Who is this",
    "I saw your advert",
    "Is this Pombi",
    "Hello Pombi",
    "FORWARDED: Win a new phone! Click and share with 10 friends",
    "Get a loan today, no collateral, call Mr Smith",
    "Interested",
    "new",
    "book",
  ],
  city: [
    "my toilet is not flushing since morning",
    "geyser burst",
    "My geyser burst!!! water everywhere",
    "gyeser leaking",
    "pombi yaputika",
    "mvura haibude",
    "akulamanzi",
    "toilet blocked pliz",
    "Blocked drain at my mums place",
    "tap dripping",
    "kitchen sink is blocked",
    "Low pressure in the shower",
    "Jojo tank overflowing",
    "No water since Monday",
    "gas smell in the kitchen",
    "sewage coming up",
    "I want my bathroom renovated",
    "the pipe behind the wall burst",
    "Water bill too high, maybe a leak",
    "solar geyser not hot",
    "Hello, the toilet cistern keeps running",
    LONG,
  ],
  suburb: [
    "burst pipe in Harare",
    "My toilet is blocked, I'm in Bulawayo",
    "geyser not working Mutare",
    "blocked drain gweru",
    "leaking tap, harare",
  ],
  office: [
    "office",
    "I want to talk to a human",
    "You people are thieves, I want my money back now",
    "call me",
    "YOU PEOPLE ARE USELESS!!! your plumber never came yesterday",
    "Nobody came today",
    "agent",
  ],
};

test.each([
  ["burst pipe", "Close the main tap at your meter first."],
  ["my geyser is leaking", "Switch the geyser off at the board, and close its tap first."],
  ["gas smell in the kitchen", "Close the gas and open the windows first. No flames, no switches."],
])("who writes “%s” is told first what can't wait for a plumber", async (text, firstAid) => {
  expect(await openPhones(context.now).open("+263771000001").write(text)).toContain(firstAid);
});

test.each(Object.entries(FIRST_WORDS))(
  "first words lead to the question “%s”, and are answered",
  async (state, texts) => {
    const phones = openPhones(context.now);
    const led: Record<string, string | undefined> = {};
    for (const [at, text] of texts.entries()) {
      const phone = phones.open(`+26377${state.length}${String(21000 + at)}`);
      expect((await phone.write(text)).length, text).toBeGreaterThan(10);
      led[text] = (await findDialogue(db, phone.phone))?.state;
    }
    expect(led).toEqual(Object.fromEntries(texts.map((text) => [text, state])));
  },
);

test("a picture or a place alone begins a request, and belongs to it", async () => {
  const phones = openPhones(context.now);
  const one = phones.open("+263771000001");
  const other = phones.open("+263771000002");
  expect(await one.send({ picture: "photo" })).toContain("What is wrong?");
  expect(await other.send({ place: { latitude: -17.8, longitude: 31.04 } })).toContain("What is wrong?");
  expect(await other.write("blocked toilet")).toBe("Which suburb or area of Harare?");
  expect((await findDialogue(db, one.phone))?.answers).toMatchObject({ pictures: ["photo"] });
});
