import { expect, test } from "vitest";
import { HOUR } from "../../time/harare";
import { makeVapidKeys } from "../../../../scripts/local-state";
import { authorizePush, findFault } from "./vapid";

// RFC 8292, section 2.4.
const RFC =
  "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
const THEN = 1453523768_000 - HOUR;
const ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/abc";
const { origin } = new URL(ENDPOINT);

const made = makeVapidKeys();
const keys = {
  publicKey: made.VAPID_PUBLIC_KEY,
  privateKey: made.VAPID_PRIVATE_KEY,
  subject: made.VAPID_SUBJECT,
};

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
