import { expect, test } from "vitest";
import { PRIVACY } from "~/content/legal";
import { readStop } from "./inbound.server";
import { openingForm } from "./message-schemas";
import { OFFICE_READS_WHEN, sidesOf } from "./message";

test("the privacy page says word for word what the office says it may read", () => {
  expect(JSON.stringify(PRIVACY)).toContain(OFFICE_READS_WHEN);
});

test("a conversation is named by its two sides, in one order", () => {
  expect(sidesOf("abc.def")).toEqual(["abc", "def"]);
  for (const wrong of ["def.abc", "abc", "abc.", ".abc", "abc.abc", "a.b.c", ""]) expect(sidesOf(wrong)).toBeNull();
});

test("a conversation is opened for one of three reasons, in words", () => {
  const read = (form: Record<string, string>) => openingForm.safeParse(form).success;
  expect(read({ kind: "report", words: "He insults her" })).toBe(true);
  const wrongs: Record<string, string>[] = [
    { kind: "report" },
    { words: "Because" },
    { kind: "curiosity", words: "Because" },
    { kind: "safety", words: "  " },
  ];
  for (const wrong of wrongs) expect(read(wrong)).toBe(false);
});

const ASKS = {
  sure: [
    "stop",
    " Stop. ",
    "STOP!!!",
    "\u200bSTOP",
    "“Stop”",
    "Stop stop STOP",
    "stop all",
    "STOPALL",
    "STOP POMBI",
    "Quit",
    "unsubscribe",
    "Unsubscribe me please",
    "please stop",
    "Pls stop.",
    "Stop, please",
    "Stop. Thank you",
    "Hello, please stop",
    "Good morning Pombi. Stop!",
    "Dear sir/madam, kindly stop texting me. Thank you.",
    "stop texting me",
    "Stop texting",
    "stop messaging me",
    "Please stop sending me messages",
    "stop sending me your texts",
    "Stop writing to me",
    "stop sending me",
    "Stop these messages",
    "STOP SMS",
    "Stop promotions",
    "no more messages",
    "No more texts, please.",
    "Hi. No more WhatsApp messages",
  ],
  both: [
    "Pls can you stop",
    "stop it, I have told you three times now",
    "Stop this now",
    "Stop. The plumber was here",
    "Ok stop",
    "Stop, don't open the valve",
    "I want you to stop",
    "Could you stop?",
    "Hello, could you please stop sending me these messages",
    "How do I unsubscribe from all of this please",
    "I don't want any more messages from you",
    "STOP I did not ask for these texts",
    "Tell your system to stop texting my mother",
  ],
  no: [
    "Can you stop the leak?",
    "Please stop the water",
    "Did the leak stop?",
    "Stop the job, I found another plumber",
    "Stop the water at the main, I am coming at 3",
    "Stop by at five",
    "Can you stop by tomorrow",
    "Stop at the gate and hoot",
    "Stop the geyser, it is too hot",
    "Stop the pump please",
    "stop using the toilet",
    "The leak doesn't stop",
    "It won’t stop",
    "tap wont stop",
    "tap wont stop dripping",
    "The water does not stop since yesterday evening",
    "It did stop, thank you",
    "stopcock broken",
    "stop cock is under the sink",
    "The stop valve is stuck",
    "nonstop",
    "Non-stop dripping",
    "Bus stop, then left",
    "I'll be at the stop sign in ten minutes",
    "PB-7K3QF2 stop",
    "Stop work until I have paid",
    "Stop digging there, the sewer is on the left",
    "When will it stop",
    "No more water here",
    "no more leaks, thanks",
    "We had to quit the job",
    "I quit smoking",
    "Please cancel the booking",
    "End of the road, blue gate",
    "How do I stop it from flooding?",
    "The drain smells, please stop that smell",
    "Pumping stopped",
    "",
  ],
};

test.each(Object.entries(ASKS))("a message asks us to stop, %s, by nothing but its own words", (asked, texts) => {
  expect(texts.filter((text) => (readStop(text) ?? "no") !== asked)).toEqual([]);
});
