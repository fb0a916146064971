import * as z from "zod";
import { fromBase64Url } from "../../values/secrets";

export const MAX_DEVICES = 10;

const bytes = (length: number) =>
  z.string().refine((text) => fromBase64Url(text)?.length === length, "That is no key of a browser.");

/** The subscription of a browser (N14). `standIn`: the origin of local mode's push service; null elsewhere. */
export const subscriptionForm = (standIn: string | null) =>
  z.object({
    endpoint: z
      .string()
      .max(1000)
      .refine((endpoint) => isPushService(endpoint, standIn), "We don't know this browser's push service."),
    p256dh: bytes(65),
    auth: bytes(16),
  });

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The push services of Chrome and what is made from it, Firefox, Safari, and Edge on Windows (N14). */
const HOSTS = ["fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"];

/** Where the stand-in for a push service has its endpoints, in local mode. */
export const STAND_IN = "/dev/push/";

/** Checks that an endpoint is a push service's, as our Worker calls it. `standIn`: local mode's origin, or null. */
export function isPushService(endpoint: string, standIn: string | null): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  // Neither name nor password: they would go along in a header.
  if (!url || /^\w+:\/\/[^/]*@/.test(url.href)) return false;
  if (standIn !== null && url.origin === standIn) return url.pathname.startsWith(STAND_IN);
  if (url.protocol !== "https:" || url.port) return false;
  return HOSTS.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host));
}

// Browsers that name others beside themselves come first.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "Chromebook"],
  [/\bLinux\b/, "Linux"],
];

const first = (names: [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1];

/** The name of a device by its User-Agent: like "Chrome on Android" (N14). */
export function deviceNameOf(userAgent: string): string {
  const browser = first(BROWSERS, userAgent) ?? "A browser";
  const system = first(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}
