import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { aboutStep, type NoticedBooking } from "../../app/domain/bookings/booking-email-parts";
import type { BookingView } from "../../app/domain/bookings/booking-views";
import { linkedStep, listBooking, nextStep } from "../../app/domain/bookings/next-step/next-step";
import { moneyState, type StepAction, type StepFacts } from "../../app/domain/bookings/next-step/step-facts";
import { pageFor } from "../../app/domain/bookings/next-step/step-links";
import type { BookingMoney } from "../../app/domain/money/booking-money";
import { type Instant } from "../../app/domain/time/harare";
import { describeMoney } from "../../app/ui/money/describe-money";
import { INSTANTS, SITUATIONS, WINDOWS } from "../../tests/support/step-situations";

vi.mock("@remix-run/react", () => import("../../tests/support/fake-router"));
vi.resetModules();
afterAll(() => vi.resetModules());
const { BookingCard } = await import("../../app/ui/bookings/booking-card");
const { StepControls } = await import("../../app/ui/bookings/next-step");
const { Ticket } = await import("../../app/ui/bookings/ticket");
const { askedPoint, BookingMoneySection } = await import("../../app/ui/money/booking-money");

// Compares the card, notification, ticket, email and the office's row of one booking at one instant.

const rudo = { id: "rudo", firstName: "Rudo", lastName: "Zhou", photoKey: null, phone: "+263772222222" };
const tendai = { id: "tendai", firstName: "Tendai", lastName: "Moyo", photoKey: null, phone: "+263771111111" };

/** A booking in one situation, as all queries together read it. */
const bookingOf = (facts: StepFacts) => ({
  reference: "PB-7K3QF2",
  serviceType: "Leak Fixing",
  title: null,
  notes: null,
  area: "Avondale, Harare",
  pin: null,
  photos: 0,
  finalReason: null,
  heldAmount: 0,
  passedOn: 0,
  paidInHand: 0,
  clientPhone: rudo.phone,
  isPaid: false,
  isMissed: false,
  isByPhone: false,
  closedFrom: null,
  expectedAt: null,
  preferredPlumberName: null,
  reviewedAt: null,
  instead: null,
  ruling: null,
  suburb: null,
  city: null,
  report: null,
  proposals: 0,
  createdAt: 0,
  preferredPlumberId: null,
  seenAt: null,
  completedAt: null,
  releasedAt: null,
  reopenableUntil: null,
  ratingSum: 0,
  ratingCount: 0,
  ...facts,
  id: "booking",
  client: rudo,
  plumber: facts.plumber && tendai,
  location: facts.location ?? null,
});

type Seen = ReturnType<typeof bookingOf>;

/** The same booking as its money section reads it. */
function moneyOf(booking: Seen): BookingMoney & Pick<StepFacts, "deniedBy" | "uncheckedPayment"> {
  const { openQuote, openPayment, startsAt } = booking;
  return {
    ...booking,
    bookingId: booking.id,
    client: rudo.firstName,
    plumber: booking.plumber && tendai.firstName,
    quotes: openQuote
      ? [{ version: 1, status: "open", lines: [], deposit: null, note: null, createdAt: startsAt, ...openQuote }]
      : [],
    payments: openPayment
      ? [{ id: "payment", status: "open", recordedAt: startsAt, receipt: null, voidedBy: null, ...openPayment }]
      : [],
  };
}

const wordsOf = (html: string): string =>
  html
    .replace(/<span class="sr-only">.*?<\/span>/g, "")
    .replace(/<(svg|title).*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ")
    .trim();

/** The labels of the buttons of some HTML, in order. */
const buttonsOf = (html: string): string[] =>
  [...html.matchAll(/<(a|button)\b[^>]*class="button[ "].*?<\/\1>/g)].map(([button]) => wordsOf(button));

const amountsIn = (words: string): string[] =>
  (words.match(/\$[\d,]+(\.\d\d)?/g) ?? []).map((amount) => amount.replace(".00", ""));

const SIDES = ["client", "plumber"] as const;

function surfacesOf(booking: Seen, reader: (typeof SIDES)[number], now: Instant) {
  const { payable = null, underWay = null } = booking;
  const step = linkedStep(booking, reader, now);
  const page = pageFor(reader, booking);
  const listed = listBooking(booking, reader, now, () => ({ payable, underWay }));
  const card = { booking: listed, side: reader, now };
  const money = describeMoney(moneyOf(booking), booking, reader, now, null);
  const { asked, answers, words } = askedPoint(money, step, page);
  const place = { booking: { location: booking.location, pin: null }, page };
  const controls = createElement(StepControls, { step, answers, ...place });
  const section = createElement(BookingMoneySection, { money, asked, page });
  const ticket = renderToStaticMarkup(createElement("div", null, words, controls, section));
  const email = aboutStep(booking as NoticedBooking, reader, "Subject", { origin: "https://pombi.test", now });
  return {
    step,
    card: renderToStaticMarkup(createElement(BookingCard, card)),
    notification: renderToStaticMarkup(
      createElement(BookingCard, card, createElement("button", { className: "button" }, "Mark as Seen")),
    ),
    ticket,
    email: { label: email.action.label, words: email.paragraphs.join(" ") },
    office: nextStep(booking, "office", now),
  };
}

const READ = SITUATIONS.flatMap(({ name, facts }) =>
  WINDOWS[facts.status].flatMap((window) => {
    const booking = bookingOf(facts);
    const readers = SIDES.filter((reader) => reader === "client" || facts.plumber !== null);
    return readers.map((reader) => ({
      booking,
      reader,
      now: INSTANTS[window],
      place: `${facts.status}, ${name}, ${window}, ${reader}`,
      ...surfacesOf(booking, reader, INSTANTS[window]),
    }));
  }),
);

/** The first button of a question about money on the ticket, by the words of the link that leads there. */
const ANSWERS: Partial<Record<StepAction, (label: string) => string>> = {
  "answer-quote": (label) => label.replace("Accept or decline", "Accept"),
  "answer-final": (label) => label.replace("?", ""),
  "answer-payment": (label) =>
    label.replace(
      /^Did you (pay|get) (.*)\?$/,
      (_, verb, amount) => `Yes, I ${verb === "pay" ? "paid" : "got"} ${amount}`,
    ),
};

const OPEN_MONEY: ReturnType<typeof moneyState>[] = ["disputed", "excess", "toConfirm", "denied", "due"];

/** The outcomes that an email's button does not name: they are taken on the page that it leads to. */
const ON_THE_PAGE: readonly (StepAction | null)[] = ["confirm", "on-the-way", "start", "directions", null];

test("card, notification and ticket have the one button of the same outcome, and the email's leads to it", () => {
  for (const { booking, reader, step, card, notification, ticket, email, place } of READ) {
    const no =
      booking.status === "pending" && (reader === "client" ? "Cancel" : step.primary === "confirm" && "Refuse");
    const quiet = no ? [no] : [];
    if (step.primary === null || step.primary === "directions") {
      expect(buttonsOf(card), place).toEqual(quiet);
      continue;
    }
    const [outcome = null, ...others] = buttonsOf(card);
    expect(outcome, place).not.toBeNull();
    expect(others, place).toEqual(quiet);
    expect(buttonsOf(notification), place).toEqual([outcome, "Mark as Seen"]);
    expect(buttonsOf(ticket)[0], place).toBe(ANSWERS[step.primary]?.(outcome!) ?? outcome);
    // An email doesn't know what can be paid online.
    if (booking.payable || booking.underWay) continue;
    const page = reader === "client" ? "See the booking" : "See the job";
    expect(email.label, place).toBe(ON_THE_PAGE.includes(step.primary) ? page : outcome);
  }
});

test("a client whose payment was denied is asked to pay again, and one who denied a payment to pay", () => {
  const offered = (deniedBy: StepFacts["deniedBy"]) =>
    READ.filter(
      ({ booking, step }) => step.primary === "pay" && booking.payable && booking.deniedBy === deniedBy,
    ).flatMap(({ booking, card, notification, ticket, now }) => {
      const money = describeMoney(moneyOf(booking), booking, "client", now, { feeMode: "none", underWay: null });
      return [card, notification, ticket].map((html) => buttonsOf(html)[0]).concat(money?.pay ?? "");
    });
  expect(new Set(offered("plumber"))).toEqual(new Set(["Pay again, $67.50"]));
  expect(new Set(offered("client"))).toEqual(new Set(["Pay $67.50"]));
});

test("an amount that is asked for is the same on card, ticket and email, and the office reads no other", () => {
  for (const { booking, card, ticket, email, office, place } of READ) {
    const told = amountsIn(wordsOf(ticket));
    const asked = amountsIn(buttonsOf(card).join(" "));
    expect(told, place).toEqual(expect.arrayContaining(asked));
    if (!booking.payable && !booking.underWay)
      expect(amountsIn(email.words), place).toEqual(expect.arrayContaining(asked));
    expect(told, place).toEqual(expect.arrayContaining(amountsIn(`${office.sentence} ${office.brief}`)));
  }
});

/** The course of the day, the time to answer, what an answer hangs on, and who decides. */
const BESIDE_A_BUTTON =
  /^(You're on|On) the way|^At work$|^Reply (by|within) |^Has waited |not (answered|paid|agreed)$|not agreed, with our office$|has expired$|^With our office$|^Our decision is late, since /;

test("a card says in words what asks for nothing, and beside a button what a button doesn't say", () => {
  for (const { step, card, place } of READ) {
    if (step.isAsked && step.brief !== null) expect(step.brief, place).toMatch(BESIDE_A_BUTTON);
    expect(wordsOf(card).replace(/\u00a0/g, " "), place).toContain(step.brief ?? "");
  }
});

test('a card of a plumber who is on the way says so where its ticket does, and no "confirmed" beside it', () => {
  for (const { booking, step, card, place } of READ) {
    if (booking.status !== "confirmed" || !/on the way/.test(step.sentence)) continue;
    expect(wordsOf(card), place).toMatch(/on the way/i);
    expect(wordsOf(card), place).not.toContain("confirmed");
  }
});

test("client, plumber and office read the same amounts of a finished job whose money is open", () => {
  for (const { booking, step, office, now, place } of READ) {
    if (booking.status !== "completed" || !OPEN_MONEY.includes(moneyState(booking, now))) continue;
    expect(new Set(amountsIn(step.sentence)), place).toEqual(new Set(amountsIn(office.sentence)));
  }
});

test("a ticket says once that more is asked than was agreed", () => {
  const asked = READ.filter(({ booking, now }) => moneyState(booking, now) === "excess");
  expect(asked.length).toBeGreaterThan(0);
  for (const { ticket, place } of asked) expect(wordsOf(ticket).match(/more than agreed/g), place).toHaveLength(1);
});

test("a ticket says once how far away the visit is, however close", () => {
  const ticketOf = (now: Instant) => {
    const booking: BookingView = {
      ...bookingOf(SITUATIONS.find(({ facts }) => facts.status === "confirmed")!.facts),
      client: { ...rudo, email: null },
      plumber: { ...tendai, email: null },
      photos: [],
      givenLocation: null,
      replacesId: null,
    };
    const rest = { history: [], replacements: [], message: null, actions: null, next: null };
    return wordsOf(renderToStaticMarkup(createElement(Ticket, { ...rest, booking, side: "client", now })));
  };
  for (const now of [INSTANTS.ahead, INSTANTS.hour])
    expect(ticketOf(now).match(/\bin \d+ (minutes|hours|days)/gi), String(now)).toHaveLength(1);
});

test("a plumber's card of a finished job says whether its amount is due, paid, or with our office", () => {
  const cardOf = (name: string) => {
    const found = READ.find(({ place }) => place === `completed, ${name}, late, plumber`)!;
    return wordsOf(found.card);
  };
  expect(cardOf("something is due")).toContain("$67.50 due");
  expect(cardOf("a part is paid")).toContain("$17.50 due");
  expect(cardOf("everything is paid, reviewed")).toContain("completed $67.50 paid");
  const disputed = cardOf("the client disagreed with the final amount");
  expect(disputed).toMatch(/\$67\.50 due.*not agreed, with our office/);
  expect(disputed).not.toContain("completed");
});
