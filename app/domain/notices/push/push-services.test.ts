import { expect, test } from "vitest";
import { isPushService } from "./push-services";

const LOCAL = "http://localhost:8787";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
])("%s is a push service", (endpoint) => {
  expect(isPushService(endpoint, null)).toBe(true);
});

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com.evil.test/abc",
  "https://evil.test/fcm.googleapis.com",
  "https://notfcm.googleapis.com/abc",
  "https://push.apple.com.evil.test/",
  "https://evilpush.apple.com.test/",
  "https://fcm.googleapis.com:8443/abc",
  "https://me:secret@fcm.googleapis.com/abc",
  "https://evil.test\\@fcm.googleapis.com/abc",
  "https://169.254.169.254/latest",
  `${LOCAL}/dev/push/abc`,
  "fcm.googleapis.com",
  "",
])("%s is none", (endpoint) => {
  expect(isPushService(endpoint, null)).toBe(false);
});

test("in local mode the stand-in is one, and nothing else of this machine", () => {
  expect(isPushService(`${LOCAL}/dev/push/abc`, LOCAL)).toBe(true);
  expect(isPushService(`${LOCAL}/admin-dashboard`, LOCAL)).toBe(false);
  expect(isPushService(`${LOCAL}/dev/push/../clock`, LOCAL)).toBe(false);
  expect(isPushService("http://localhost:9999/dev/push/abc", LOCAL)).toBe(false);
});
