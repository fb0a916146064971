/** Words in which a time of day stays on one line. */
export const unbroken = (words: string) => words.replace(/(\d) ([ap]m)\b/g, "$1\u00a0$2");
