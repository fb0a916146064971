import { brand } from "~/brand";
import { openPhoneAccount, vouchForPhone } from "~/domain/accounts/phone-accounts.server";
import { findLastPlace } from "~/domain/bookings/queries/booking-details.server";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { serviceTypeFor } from "~/domain/bookings/request-schemas";
import { NOTES_LENGTH } from "~/domain/bookings/booking";
import { PHOTOS_PER_KIND } from "~/domain/photos/photo";
import { type Instant, sayWhen } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { OK } from "~/domain/values/refusal";
import { cutText } from "~/domain/values/text";
import { type AuthenticatedUser, fullName } from "~/domain/values/user";
import { messageOf } from "~/http/refusals";
import { asksPrice, isFiller, wantedIn, type Command } from "./heard";
import { keepPhoto } from "./job-verbs.server";
import type { PhoneContext } from "./phone-context.server";
import type { Incoming, Received } from "./passing-on.server";
import type { Answers, QuestionName } from "./answers";
import { cityNamedIn } from "~/domain/values/cities";
import { suburbNamedIn, withPlace } from "./places";
import { sayPrice } from "./prices.server";
import { findNamed } from "./offers.server";
import { askChange, changedBy, firstAidFor, questionBefore, questionOf, without } from "./questions";
import { isOnlyWish, wishIn } from "./times";
import { ask, choiceMeant, claim, type Here, toOffice, write } from "./replies.server";

/** The first words of someone: they may say already what is wrong, where and when. */
export async function begin(here: Here, text = here.heard.text) {
  const { context, heard, incoming, person } = here;
  const sent = withWanted(withSent(here.talk?.answers ?? {}, incoming), text);
  const answers = await withLastPlace(context, sent, incoming.user);
  const taken = questionOf("problem").takes({ ...heard, text, choice: null }, answers, person);
  const led = withWish(withPlaces(taken ?? withNotes(answers, text), text), text, context.now);
  const hello = `Hello, this is ${brand.name}. ${taken ? "We can send you a plumber." : "We send plumbers to your home."}`;
  const said = [hello, sayKept(incoming), firstAidFor(led), await answerPrice(context, led, text)];
  return ask(here, led, said.filter(Boolean).join(" "));
}

/** The answers with the place of a known client's last visit. */
export async function withLastPlace(
  { db }: PhoneContext,
  answers: Answers,
  user: AuthenticatedUser | null,
): Promise<Answers> {
  const found = user?.role === "client" ? await findLastPlace(db, user.id) : null;
  const { city, suburb, street, pin } = found ?? {};
  return city && suburb && street
    ? { ...answers, lastPlace: { city, suburb, street, pin: pin ?? undefined } }
    : answers;
}

/** The city and the suburb of words that name them, as far as they are open. A suburb that we know says its city. */
function withPlaces(answers: Answers, text: string): Answers {
  const city = answers.city ?? cityNamedIn(text);
  const found = answers.suburb === undefined ? suburbNamedIn(text) : null;
  if (found && [null, found.city].includes(city)) return { ...answers, ...found };
  return city === null || city === answers.city ? answers : { ...answers, city };
}

/** The words that may name a plumber: for whom that is can be said once the city is known. */
const withWanted = (answers: Answers, text: string): Answers => ({
  ...answers,
  wants: [answers.wants, wantedIn(text)].join(" "),
});

/** The day that words name, or a time alone: whoever was found for another one is not asked. */
function withWish(answers: Answers, text: string, now: Instant): Answers {
  const wish = wishIn(text, now);
  return wish && (wish.date || isOnlyWish(text, now)) ? { ...without(answers, "offer"), wish } : answers;
}

/** Names the photo or the place that came without words. */
const sayKept = ({ picture, place }: Incoming): string =>
  [picture && "We've kept your photo.", place && "We have your location."].filter(Boolean).join(" ");

const answerPrice = ({ db }: PhoneContext, answers: Answers, text: string) =>
  asksPrice({ text }) ? sayPrice(db, answers) : "";

/** What they sent on the way: pictures of the problem, and where they are. */
export const withSent = (answers: Answers, { picture, place }: Incoming): Answers => ({
  ...(place ? withPlace(answers, place) : answers),
  ...(picture && { pictures: [...(answers.pictures ?? []), picture].slice(0, PHOTOS_PER_KIND) }),
});

/** Words that say nothing we know are what the plumber reads, should they choose "Something else". */
const withNotes = (answers: Answers, text: string): Answers =>
  answers.notes || text.length < SHORTEST_NOTE ? answers : { ...answers, notes: cutText(text, NOTES_LENGTH) };
const SHORTEST_NOTE = 12;

/** Goes on with a request. Null: the words are no answer to what was asked. */
export async function goOnWithRequest(
  here: Here,
  state: QuestionName,
  command: Command | null,
): Promise<{ written: Received | null } | { answers: Answers }> {
  const { context, heard, incoming, talk, person } = here;
  const sent = withSent(talk!.answers, incoming);
  const answers = ["problem", "city"].includes(state) ? withWanted(sent, heard.text) : sent;
  const written = async (writing: Promise<Received | null>) => ({ written: await writing });
  if (command === "again") return written(ask(here, answers, "", state));
  if (command === "back") {
    const before = questionBefore(state, answers, person);
    return written(ask(here, without(answers, before), "", before));
  }
  const choice = heard.choice ?? choiceMeant(heard.text, questionOf(state).asks(answers, person));
  if (choice === "summary.change")
    return written(write(here, { state: "change", answers, misses: 0 }, askChange(person)));
  // Given after something else was taken for it.
  const isAddress = choice === null && ["name", "summary"].includes(state) && ADDRESS.test(heard.text);
  const moved = isAddress ? questionOf("street").takes(heard, answers, person) : null;
  if (moved) return written(ask(here, moved, ""));
  if (choice === null && PLACES.includes(state) && WANTS_NAMED.test(heard.text)) {
    const named = await findNamed(context, answers, heard.text);
    const [first] = named?.offers ?? [];
    const said = first ? `Then you see when ${first.firstName} is free.` : named?.said;
    const led = { ...without(answers, "offer"), wants: heard.text };
    if (named) return written(ask(here, led, (state === "suburb" && said) || ""));
  }
  const isBeside = choice === null && (isOnlyWish(heard.text, context.now) || isFiller(heard) || asksPrice(heard));
  const takesTime = ["offer", "when"].includes(state);
  const taken =
    isBeside && TAKES_ANY.includes(state) ? null : questionOf(state).takes({ ...heard, choice }, answers, person);
  if (taken?.isSent) return written(send(here, taken));
  if (state === "offer" && choice === null && !taken?.offer) {
    const named = await askNamed(here, taken ?? answers);
    if (named) return written(ask(here, named.answers, named.said));
  }
  if (choice !== null) return taken ? written(ask(here, taken, firstAidOf(state, taken))) : { answers };
  if (heard.text === "")
    return sayKept(incoming) ? written(ask(here, taken ?? answers, sayKept(incoming))) : { answers };
  const corrected = taken ? null : withOtherProblem(here, answers);
  if (corrected) return written(ask(here, corrected, firstAidFor(corrected)));
  const placed = withPlaces(taken ?? answers, heard.text);
  const led = takesTime ? placed : withWish(placed, heard.text, context.now);
  const said = [firstAidOf(state, led), await answerPrice(context, led, heard.text)].filter(Boolean).join(" ");
  if (led !== answers || said || isFiller(heard)) return written(ask(here, led, said));
  return { answers: state === "problem" ? withNotes(answers, heard.text) : answers };
}

const CORRECTS = /^(?:no|sorry|actually|wait|i mean|rather)\b|\b(?:actually|instead)\b/i;

/** The answers with another problem than the one that they had named before; null: the words don't correct it. */
function withOtherProblem({ heard, incoming, person }: Here, answers: Answers): Answers | null {
  if (answers.problem === undefined || incoming.owner?.recipientId || !CORRECTS.test(heard.text)) return null;
  const led = questionOf("problem").takes(heard, answers, person);
  if (!led || led.problem === answers.problem) return null;
  const notes = cutText([answers.notes, heard.text].filter(Boolean).join("\n"), NOTES_LENGTH);
  return { ...without(led, "offer"), notes };
}

const WANTS_NAMED = /\b(?:[Ww]ant|[Pp]refer|[Bb]ook|[Ss]end|[Nn]eed|[Ii]s|[Cc]an|[Gg]et) \p{Lu}\p{Ll}+/u;

/** Offers the plumber whom words name, who is not among those that were offered; null: they name nobody. */
async function askNamed({ context, heard: { text } }: Here, answers: Answers) {
  const named = await findNamed(context, answers, text);
  if (named?.said === "")
    return { answers: { ...answers, wants: text, asksWhen: undefined, offers: named.offers }, said: "" };
  if (named) return { answers, said: named.said };
  return WANTS_NAMED.test(text) ? { answers, said: `We know nobody of that name in ${answers.city}.` } : null;
}

/** A number and a street. */
const ADDRESS = /^\s*\d{1,5}[a-z]?,? \p{L}{3,}/iu;

/** The questions whose answer may be any words. */
const TAKES_ANY: readonly QuestionName[] = ["suburb", "street", "name"];

/** Those that words like “I want Tendai” would answer. */
const PLACES: readonly QuestionName[] = ["suburb", "street"];

const firstAidOf = (state: QuestionName, answers: Answers) => (state === "problem" ? firstAidFor(answers) : "");

/** Asks again what they choose to change. */
export function goOnWithChange(here: Here, answers: Answers) {
  const { heard, person } = here;
  const name = changedBy({ choice: heard.choice ?? choiceMeant(heard.text, askChange(person)) });
  return name ? ask(here, without(answers, name), "", name) : ask(here, answers, "", "summary");
}

/** Sends the request, as the page does (B4, B5), and then its photos. */
async function send(given: Here, answers: Answers): Promise<Received | null> {
  const here = await claim(given);
  if (!here) return null;
  const { context, incoming, talk, person } = here;
  const { channel, phone } = incoming;
  const { problem, notes = null, city = "", suburb = "", street = "", pin = null, startsAt = 0, offer } = answers;
  const { firstName = "", lastName = "", pictures = [] } = answers;
  const refuseWith = (text: string, rest: Answers = answers) => ask(here, { ...rest, isSent: undefined }, text);
  // The sender of a text message can be made up: our office calls whom it doesn't know.
  if (channel === "sms" && !incoming.user)
    return toOffice(here, answers, questionOf("summary").asks(answers, person).brief);

  const plumber = offer && offer !== "office" ? await findBookablePlumber(context.db, offer.plumberId) : null;
  if (!plumber && offer !== "office")
    return refuseWith(messageOf({ ok: false, reason: "plumberNotFound" }), without(answers, "offer"));
  if (plumber && offer !== "office" && plumber.fee !== offer?.feeCents)
    return refuseWith(
      `The visit of ${fullName(plumber)} costs ${formatMoney(plumber.fee)} now.`,
      without(answers, "offer"),
    );
  // The account of someone new has the id of the conversation: sent again, it is the same one.
  const account = incoming.user
    ? { ...OK, user: incoming.user }
    : await openPhoneAccount(context, { id: talk!.id, channel, phone, firstName, lastName });
  if (!account.ok) return toOffice(here, answers);
  const { user } = account;
  if (!person.hasConsent) await vouchForPhone(context, { id: incoming.id, userId: user.id, channel, phone });
  const serviceType = problem && problem !== "other" ? serviceTypeFor(problem) : "Other";
  const wish = { startsAt, serviceType, suburb, street, pin, city, notes };
  const made = await requestBooking(context, user, plumber, wish);
  if (!made.ok) {
    const isOfTime = ["slotTaken", "startNotOffered", "startNotInFuture", "plumberNotFound"].includes(made.reason);
    return refuseWith(messageOf(made), isOfTime ? without(answers, "offer") : answers);
  }
  // One that is gone, or is no picture, is left out.
  await Promise.all(pictures.map((picture) => keepPhoto(context, user, made.id, "problem", picture)));
  const when = sayWhen(startsAt);
  const text =
    made.isHeld && plumber
      ? `Sent to ${fullName(plumber)}: ${when}. You get the answer here. Your reference is ${made.reference}.`
      : `Sent to our office: ${when}. We find a plumber and write here. Your reference is ${made.reference}.`;
  const buttons = [{ id: `job.${made.id}.see.`, title: "See the job" }];
  return write(
    here,
    { state: "menu", answers: { offered: buttons }, misses: 0, bookingId: made.id },
    { text, buttons },
  );
}
