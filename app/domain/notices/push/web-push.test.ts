import { expect, test } from "vitest";
import {
  LARGEST_PAYLOAD,
  writePushPayload,
  decryptPush,
  encryptPush,
  importPrivateKey,
  authorizePush,
  findFault,
} from "./web-push";
import { fromBase64Url, toBase64Url } from "../../values/secrets";
import { HOUR } from "../../time/harare";
import { makeVapidKeys } from "../../../../scripts/local-state";

const SHORT = {
  title: "Rudo wants to book you",
  body: "Tue 24 Nov, 10:30 am",
  path: "/plumber-dashboard/jobs/b1",
  tag: "b1",
};
const written = (short: Partial<typeof SHORT>) => {
  const text = writePushPayload("n1", { ...SHORT, ...short }, "https://pombi.test");
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(LARGEST_PAYLOAD);
  return (JSON.parse(text) as { notification: typeof SHORT }).notification;
};

test.each([
  ["long", "a".repeat(5000)],
  ["of emojis", "🚿".repeat(1000)],
  ["of quotes and line breaks", '"\n\u0001'.repeat(1000)],
  ["of accents", "é".repeat(2000)],
])("a text that is %s is cut to fit, never inside a character", (_, text) => {
  const { title, body } = written({ title: text, body: text });
  for (const part of [title, body]) {
    expect(part.endsWith("…")).toBe(true);
    expect(part.length).toBeGreaterThan(20);
    expect(part).not.toContain("\uFFFD");
    expect(text.startsWith(part.slice(0, -1).trimEnd())).toBe(true);
  }
});

test("a text that fits stays as it is", () => {
  expect(written({ body: "b".repeat(600) }).body).toBe("b".repeat(600));
});

const bytes = (text: string) => fromBase64Url(text)!;

// RFC 8291, section 5 and appendix A.
const TEXT = "When I grow up, I want to be a watermelon";
const DEVICE = {
  p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
  auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
};
const DEVICE_PRIVATE = bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
const SENDER = {
  publicKey: bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
  privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
};
const ENCRYPTED =
  "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

test("the RFC's message is encrypted to the RFC's bytes", async () => {
  const privateKey = await importPrivateKey(SENDER.privateKey, SENDER.publicKey);
  expect(toBase64Url(await encryptPush(TEXT, DEVICE, { ...SENDER, privateKey }))).toBe(ENCRYPTED);
});

test("the device of the RFC reads its message", async () => {
  const privateKey = await importPrivateKey(DEVICE_PRIVATE, DEVICE.p256dh);
  expect(await decryptPush(bytes(ENCRYPTED), DEVICE, privateKey)).toBe(TEXT);
});

test("each message has keys of its own, and only its device can read it", async () => {
  const [one, other] = await Promise.all([encryptPush("Hello", DEVICE), encryptPush("Hello", DEVICE)]);
  expect(toBase64Url(one)).not.toBe(toBase64Url(other));
  expect(one.length).toBe("Hello".length + 103);
  const privateKey = await importPrivateKey(DEVICE_PRIVATE, DEVICE.p256dh);
  expect(await decryptPush(one, DEVICE, privateKey)).toBe("Hello");
  await expect(decryptPush(one, { ...DEVICE, auth: SENDER.salt }, privateKey)).rejects.toThrow();
});

// RFC 8292, section 2.4.
const RFC =
  "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
const THEN = 1453523768_000 - HOUR;
const ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/abc";
const { origin } = new URL(ENDPOINT);

const made = makeVapidKeys();
const keys = { publicKey: made.VAPID_PUBLIC_KEY, privateKey: made.VAPID_PRIVATE_KEY, subject: made.VAPID_SUBJECT };

test("the RFC's header is right at its push service, until it expires", async () => {
  expect(await findFault(RFC, "https://push.example.net", THEN)).toBeNull();
  expect(await findFault(RFC, "https://push.example.net", THEN + 2 * HOUR)).toBe("The expiry is wrong.");
  expect(await findFault(RFC, "https://push.example.org", THEN)).toBe("The audience is another push service.");
});

test("ours is right with the keys that npm run keys makes", async () => {
  expect(await findFault(await authorizePush(keys, ENDPOINT, THEN), origin, THEN)).toBeNull();
});

test("a changed claim, another's key, a subject that is no address: each is found", async () => {
  const header = await authorizePush(keys, ENDPOINT, THEN);
  const [, claims] = header.split(".");
  expect(await findFault(header.replace(claims!, `${claims!.slice(0, -2)}AA`), origin, THEN)).toBe(
    "The signature is wrong.",
  );
  const other = makeVapidKeys().VAPID_PUBLIC_KEY;
  expect(await findFault(header.replace(keys.publicKey, other), origin, THEN)).toBe("The signature is wrong.");
  for (const subject of ["mailto:me@localhost", "mailto:me@pombi.invalid", "push@pombi.co.zw"])
    expect(await findFault(await authorizePush({ ...keys, subject }, ENDPOINT, THEN), origin, THEN)).toBe(
      "The subject is no address.",
    );
  expect(await findFault("Bearer abc", origin, THEN)).toBe("There is no VAPID header.");
});
