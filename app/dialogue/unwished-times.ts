// Times that words name and nobody wishes: of greetings, of what began the trouble, and those that don't suit.

const GREETING = /\b(?:good|gud|gd) ?(?:mornings?|afternoons?|evenings?)\b/g;
/** A part of the day in front of other words greets, too. */
const BARE_GREETING =
  /^(?:(?:hi|hello),? )?(?:(?:mangwanani|masikati|manheru)\b|(?:morning|afternoon|evening)s?(?=[,.!]| (?:boss|sir|madam|my|i|can|we|need)\b))/;

/** Words that ask for something end what began the trouble: people write without stops. */
const ASKS = String.raw`\b(?:can|could|come|please|pls|plz|need|want|book|send|but|so|then|ndoda|huyai|ngicela)\b`;
const BEGAN = String.raw`\b(?:since|last|yesterday|every|started|began|happened|came|kubva|nezuro|izolo|was(?! (?:wonder|hop|think)ing))\b`;
/** "leaking from Monday" is past, "free from Monday" is a wish, and so is "from tomorrow". */
const FROM = String.raw`(?<!\b(?:free|available|home|time|anytime|come) )\bfrom (?:(?:on|this|last|early|the) )*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|mornings?|afternoons?|evenings?|night)\b`;
const LASTED = String.raw`\bfor (?:(?:the|an?|about|almost|over|last|past|few|some|many|one|two|three|\d+) )*(?:min|hour|hr|day|week|month|year|while|long|ages)\w*`;
/** "It burst this morning": a part of today. */
export const THIS_PART =
  /(?:\b(?:at|around|about) \d{1,2}(?:[:.]\d\d)? ?(?:am|pm)? )?\bthis (?:morning|afternoon|evening)\b/g;

const ALL_DAY = /\b(?:all|whole) (?:day|mornings?|afternoons?|evenings?|night|week)\b/g;
const SUNSHINE = /\b(?:the|no) sun\b|\bsun (?:is|shin)/g;
const BUSY =
  /\b[a-z]+(?: (?:morning|afternoon|evening))?,? (?:(?:i|we|is|are|am|i'?m|will|be) )*(?:not (?:available|good|possible|ok|free|home|at home|in|around)|busy|full)\b/g;
const NOT =
  /(?<!\bwhy )\b(?:not|except|can'?t|cannot|won'?t)\b(?: (?:do|make|it|come|be|wait|on|in|at|the|for|home|available|free|until))* (?!(?:you|u|we|he|they)\b)[a-z]+(?: (?:morning|afternoon|evening)\b)?/g;

/** Times of the trouble itself: "leaking since Monday", "for two days". */
const PAST = new RegExp(String.raw`(?:${BEGAN}|${FROM}).*?(?=[,.;?!]|${ASKS}|$)|${LASTED}`, "g");

export const withoutGreeting = (words: string): string => words.replace(GREETING, "");

/** The words, in small letters, without the times that nobody wishes. */
export const withoutUnwished = (words: string): string =>
  [BARE_GREETING, PAST, ALL_DAY, SUNSHINE, BUSY, NOT].reduce((rest, pattern) => rest.replace(pattern, " "), words);
