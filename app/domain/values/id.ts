const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** 24 random letters and digits (124 bits): no one guesses or counts them up. */
export const newId = (): string => randomText(ALPHABET, 24);

/** Evenly random characters of an alphabet of at most 256. */
export function randomText(alphabet: string, length: number): string {
  // Bytes past the last whole multiple of the alphabet are thrown away: taking them modulo would favour its start.
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
