/** The most words of a message that ends a channel by having "stop" anywhere in it. */
const SHORT = 5;
const STOP = /^(?:stop|stopall|unsubscribe)$/;
/** Something else that stops, or doesn't: a leak, a visit, a valve. */
const OF_ELSE = /(?:n'?t|not|never|cannot) stop\b|\b(?:bus|non) stop\b|\bstop (?:by|at|in|over|cock|valve)\b/;
const OF_MESSAGES =
  /\bunsubscribe\b|\bstop (?:\w+ ){0,3}?(?:(?:text|messag|writ|contact|spamm)ing|messages|texts|sms|whatsapps?)\b/;

/**
 * Whether a message asks us to stop messages (N15): "sure" where "stop" is its first word, or one of five at most; "perhaps"
 * where that may be about something else, or a longer message speaks of ending messages; null: it doesn't.
 */
export function readStop(text: string): "sure" | "perhaps" | null {
  const words =
    text
      .toLowerCase()
      .replace(/[’ʼ]/g, "'")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  const spoken = words.join(" ");
  const isAsked = STOP.test(words[0] ?? "") || (words.length <= SHORT && words.some((word) => STOP.test(word)));
  if (isAsked) return OF_ELSE.test(spoken) ? "perhaps" : "sure";
  return OF_MESSAGES.test(spoken) ? "perhaps" : null;
}
