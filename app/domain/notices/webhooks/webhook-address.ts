export const MAX_ADDRESS_LENGTH = 500;

/** Endings of names that never lead out of someone's own network. */
const PRIVATE_NAMES = /(^|\.)(local|internal|localhost|localdomain|lan|home|corp|intranet|private|test|invalid|arpa)$/;

/**
 * The address that a webhook is posted to, normalised; null if we don't post there (X11): only https, to a name in public.
 * `localhost` may be an address on this machine, in local mode. IP addresses are refused whatever they say: the URL
 * parser has turned their other spellings (decimal, octal, hexadecimal, mapped) into the plain ones.
 */
export function webhookAddress(
  text: string,
  { origin, allowsLocalhost }: { origin: string; allowsLocalhost: boolean },
): string | null {
  const url = text.length <= MAX_ADDRESS_LENGTH && URL.canParse(text) ? new URL(text) : null;
  const hasCredentials = !url?.href.startsWith(`${url.protocol}//${url.host}`);
  if (!url || hasCredentials) return null;
  url.hash = "";
  if (url.protocol === "http:")
    return allowsLocalhost && url.hostname === "localhost" && url.port && url.origin !== origin ? url.href : null;
  const host = url.hostname.replace(/\.$/, "");
  const isName = host.includes(".") && !/^[\d.]+$/.test(host) && !host.startsWith("[");
  const isOurs = host === new URL(origin).hostname;
  return url.protocol === "https:" && isName && !isOurs && !PRIVATE_NAMES.test(host) ? url.href : null;
}
