import { expect, test } from "vitest";
import { fromBase64Url, toBase64Url } from "../../values/secrets";
import { decryptPush, encryptPush, importPrivateKey } from "./push-encryption";

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
