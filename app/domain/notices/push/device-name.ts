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

/** How the settings name a device, by its User-Agent: like "Chrome on Android" (N14). */
export function deviceNameOf(userAgent: string): string {
  const browser = first(BROWSERS, userAgent) ?? "A browser";
  const system = first(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}
