/** Whether a secret that came from outside is ours, in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [bytesOf(given), bytesOf(secret)];
  const difference = other.reduce((sum, byte, at) => sum | (byte ^ (one[at] ?? 0)), one.length ^ other.length);
  return difference === 0;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
