import { expect, test } from "vitest";
import { isPushService, deviceNameOf } from "./push-device";

const LOCAL = "http://localhost:8787";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
])("%s is a push service", (endpoint) => {
  expect(isPushService(endpoint, null)).toBe(true);
});

test("an address that only looks like a push service's is none", () => {
  const hosts = [
    "fcm.googleapis.com.evil.test/abc",
    "evil.test/fcm.googleapis.com",
    "notfcm.googleapis.com/abc",
    "push.apple.com.evil.test/",
    "evilpush.apple.com.test/",
    "fcm.googleapis.com:8443/abc",
    "me:secret@fcm.googleapis.com/abc",
    "evil.test\\@fcm.googleapis.com/abc",
    "169.254.169.254/latest",
  ];
  const others = ["http://fcm.googleapis.com/fcm/send/abc", `${LOCAL}/dev/push/abc`, "fcm.googleapis.com", ""];
  for (const endpoint of [...hosts.map((host) => `https://${host}`), ...others])
    expect(isPushService(endpoint, null), endpoint).toBe(false);
});

test("the stand-in is the only push service of this machine, in local mode", () => {
  expect(isPushService(`${LOCAL}/dev/push/abc`, LOCAL)).toBe(true);
  for (const endpoint of [
    `${LOCAL}/admin-dashboard`,
    `${LOCAL}/dev/push/../clock`,
    "http://localhost:9999/dev/push/abc",
  ])
    expect(isPushService(endpoint, LOCAL), endpoint).toBe(false);
});

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";

const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE}`;

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (Linux; Android 13) SamsungBrowser/28.0 ${CHROME} Mobile Safari/537.36`, "Samsung Internet on Android"],
  ["Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 OPR/90.0`, "Opera on Android"],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.5 Safari/605.1.15`, "Safari on Mac"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["curl/8", "A browser"],
  ["", "A browser"],
])("%s is %s", (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});
