// Times that words name and nobody wishes: of greetings, of what began the trouble, and those that don't suit.

const GREETING = /\b(?:good|gud|gd) ?(?:mornings?|afternoons?|evenings?)\b/g;
/** A part of the day in front of other words greets, too. */
const BARE_GREETING =
  /^(?:(?:hi|hello|hey),? )?(?:(?:mangwanani|masikati|manheru)\b|(?:morning|afternoon|evening)s?(?=[,.!]| (?:boss|sir|madam|mam|team|guys|all|bro|there|my|i|can|could|we|need|hi|hello)\b))/;

/** Words that ask for something end what began the trouble: people write without stops. */
const ASKS = String.raw`\b(?:can|could|come|please|pls|plz|kindly|need|want|book|send|but|so|then|ndoda|huyai|ngicela)\b`;
const BEGAN = String.raw`\b(?:since|last|yesterday|every|started|began|happened|came|kubva|nezuro|izolo|was(?! (?:wondering|hoping|thinking|planning)\b))\b`;
/** "leaking from Monday" is past, "free from Monday" is a wish, and so is "from tomorrow". */
const FROM = String.raw`(?<!\b(?:free|available|home|around|anytime|time|come|starting|open|ok|plumber|someone|somebody) )\bfrom (?:(?:on|this|last|early|the) )*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|mornings?|afternoons?|evenings?|night)\b`;
const LASTED = String.raw`\bfor (?:(?:the|a|an|about|almost|nearly|over|more|than|last|past|few|couple|of|some|several|many|one|two|three|four|five|six|\d+) )*(?:min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|wks?|months?|years?|yrs?|while|long|ages)\b`;
/** "It burst this morning": a part of today. */
export const THIS_PART =
  /(?:\b(?:at|around|about) \d{1,2}(?:[:.]\d\d)? ?(?:am|pm)? )?\bthis (?:morning|afternoon|evening)\b/g;

const ALL_DAY =
  /\b(?:all|whole) (?:the |of the )?(?:day|mornings?|afternoons?|evenings?|night|week)\b|\b(?:day|week|month)s? from \w+/g;
const SUNSHINE = /\b(?:the|no|when|enough|without|solar|direct) sun\b|\bsun (?:is|was|shin\w*|heat\w*|comes|goes)\b/g;
const BUSY =
  /\b[a-z]+(?: (?:mornings?|afternoons?|evenings?))?,? (?:(?:i'?m|i am|we'?re|we are|is|are|am|i will be|will be) )?(?:not (?:available|good|possible|ok|okay|free|home|at home|in|around)|no good|busy|full)\b/g;
const NOT =
  /(?<!\bwhy )\b(?:not|except|can'?t|cannot|won'?t)\b(?: (?:do|make|it|come|be|wait|on|in|at|the|for|home|available|free|until|till))* (?!(?:you|u|we|he|they)\b)[a-z]+(?: (?:mornings?|afternoons?|evenings?)\b)?/g;

/** What began the trouble is no wish: "leaking since Monday", "for two days". */
const PAST = new RegExp(String.raw`(?:${BEGAN}|${FROM}).*?(?=[,.;?!]|${ASKS}|$)|${LASTED}`, "g");

export const withoutGreeting = (words: string): string => words.replace(GREETING, "");

/** The words, in small letters, without the times that nobody wishes. */
export const withoutUnwished = (words: string): string =>
  [BARE_GREETING, PAST, ALL_DAY, SUNSHINE, BUSY, NOT].reduce((rest, pattern) => rest.replace(pattern, " "), words);
