import { sql } from "drizzle-orm";
import { claimLinks, notices } from "~/db/schema";
import { hashToken, issueDeviceToken, newEmailedToken } from "~/domain/accounts/tokens.server";
import { advanceDialogue, findDialogue } from "~/domain/dialogues/dialogues.server";
import { receivePhoneEnquiry } from "~/domain/enquiries/enquiries.server";
import type { Attempt } from "~/domain/rate-limits/counter.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { ApiStage } from "./api-samples";
import { ADDRESS, callerOf, elsewhere, from, silently, type LimitRows } from "./limit-case";
import { currentInstant } from "./now";
import { setUpApp, wrongCodeOf } from "./second-factor";
import { newEmail, PASSWORD } from "./sign-up";
import { call, visit } from "./site";
import { context, createCaller, createUser, db, hashForTests, hashOf, signedIn } from "./users";

const signIn = (email: string, headers: Record<string, string>) =>
  call("POST", "/auth/login", { json: { email, password: "not it" }, headers });
const resetFor = (email: string, headers: Record<string, string>) =>
  call("POST", "/api/auth/forgot-password", { json: { email }, headers });
const signUp = (email: string, headers: Record<string, string>) =>
  visit("/signup", {
    form: { role: "client", name: "Rudo", username: "Moyo", email, password: PASSWORD, terms: "on" },
    headers,
  });
const phoneOf = (turn: number) => `+26377290010${turn}`;
const createKnown = async () => createUser(context, "client", { passwordHash: await hashForTests(PASSWORD) });
const knownEmail = async () => (await createKnown()).email;
const now = () => ({ ...context, now: currentInstant() });

async function withSecondFactor() {
  const user = await createKnown();
  const { secret } = await setUpApp(now(), user);
  const json = { email: user.email, password: PASSWORD, code: await wrongCodeOf(secret, currentInstant()) };
  return { of: user.id, attempt: () => call("POST", "/auth/login", { json, headers: from() }) };
}

const NEXT = { state: "problem", answers: {}, misses: 0 } as const;
/** Messages of one phone by WhatsApp, of a user or of somebody new (null). */
const talk = (phone: string, userId: string | null) => ({
  of: phone,
  attempt: async () => {
    const heard = { id: newId(), channel: "whatsapp", phone, text: "Hello", userId } as const;
    const before = await findDialogue<object>(db, phone);
    const done = await advanceDialogue(now(), before, heard, NEXT, { text: "What is wrong?" });
    return { status: done?.ok ? 200 : 429 };
  },
});

/** The limits of signing up and in, and of what is sent to an email or a phone. */
export function accountLimits(stage: ApiStage): LimitRows {
  const { client, otherClient, cookies } = stage;
  const api = callerOf(stage);
  const sendCode = (phone: string, headers: Record<string, string>) =>
    api("client", "POST", "/api/auth/phones/code", { json: { channel: "sms", phone, consent: true }, headers });
  return {
    signInPerUser: {
      max: 10,
      minutes: 15,
      verbs: {
        "a sign-in": async () => {
          const email = await knownEmail();
          return { of: `${email} ${ADDRESS}`, attempt: () => signIn(email, from()) };
        },
      },
    },
    signInPerAddress: {
      max: 120,
      minutes: 1,
      verbs: { "a sign-in": () => ({ of: ADDRESS, attempt: () => signIn(newEmail(), from()) }) },
    },
    signInPerNetwork: {
      max: 2,
      minutes: 24 * 60,
      verbs: {
        "a sign-in of an email whose window of failing networks is used up": async () => {
          const email = await knownEmail();
          const attempt = (turn: number) => signIn(email, from(`198.51.100.${turn}`));
          return { of: `${email} 198.51.100`, attempt, full: [["signInPerEmail", email]] };
        },
      },
    },
    signInPerEmail: {
      max: 15,
      minutes: 15,
      verbs: {
        "a sign-in from networks that have failed before": async () => {
          const email = await knownEmail();
          const full = [0, 1, 2].map((turn): Attempt => ["signInPerNetwork", `${email} 198.51.${turn}`]);
          return { of: email, attempt: (turn) => signIn(email, elsewhere(turn)), full };
        },
      },
    },
    signInPerEmailElsewhere: {
      max: 15,
      minutes: 15,
      verbs: {
        "a sign-in from networks that have not failed before": async () => {
          const email = await knownEmail();
          return { of: email, attempt: (turn) => signIn(email, elsewhere(turn)) };
        },
      },
    },
    signInPerDevice: {
      max: 10,
      minutes: 15,
      verbs: {
        "a sign-in of a known device": async () => {
          const email = await knownEmail();
          const device = await issueDeviceToken(context, email, null);
          const form = { email, password: "not it" };
          const attempt = (turn: number) =>
            visit("/signin", { form, cookie: `__Host-device=${device}`, headers: elsewhere(turn) });
          return { of: device.split(".")[0]!, attempt };
        },
      },
    },
    verificationPerLink: {
      max: 10,
      minutes: 15,
      verbs: {
        "a password at a verification link": async () => ({
          of: await hashToken(stage.emailedToken),
          attempt: () =>
            visit(`/verify-email?token=${stage.emailedToken}`, { form: { password: "not the right one" } }),
        }),
        "a reference at a claim link": async () => {
          const { token, tokenHash } = await newEmailedToken();
          const { id: userId } = await createCaller(context);
          const now = currentInstant();
          await db
            .insert(claimLinks)
            .values({ tokenHash, userId, email: newEmail(), createdAt: now, expiresAt: now + DAY });
          const form = { reference: "PB-222222", password: PASSWORD, terms: "on" };
          return { of: tokenHash, attempt: () => visit(`/claim-account?token=${token}`, { form }) };
        },
      },
    },
    currentPasswordPerSession: {
      max: 10,
      minutes: 15,
      verbs: {
        "a change of the password": async () => ({
          of: await hashOf(cookies.otherClient),
          attempt: () =>
            api("otherClient", "POST", "/api/auth/change-password", {
              json: { current: "not it", password: "a finer one" },
            }),
        }),
        "the deletion of an account": async () => ({
          of: await hashOf(cookies.otherClient),
          attempt: () => api("otherClient", "POST", "/api/auth/delete-account", { json: { current: "not it" } }),
        }),
        "a password that shows who it is": async () => {
          const cookie = await signedIn(now(), otherClient, 1);
          const attempt = () => visit("/step-up", { cookie, form: { factorPassword: "not it" } });
          return { of: await hashOf(cookie), attempt };
        },
      },
    },
    secondFactorPerUser: { max: 10, minutes: 15, verbs: { "a code": withSecondFactor } },
    secondFactorPerUserInADay: { max: 50, minutes: 24 * 60, verbs: { "a code": withSecondFactor } },
    passkeyChallengePerAddress: {
      max: 200,
      minutes: 60,
      verbs: {
        "a challenge": () => ({
          of: ADDRESS,
          attempt: () => visit("/passkey-challenges", { form: { purpose: "signIn" }, headers: from() }),
        }),
      },
    },
    registrationPerEmail: {
      max: 3,
      minutes: 60,
      verbs: {
        "a sign-up": () => {
          const email = newEmail();
          return { of: email, attempt: (turn) => signUp(email, elsewhere(turn)) };
        },
      },
    },
    registrationPerAddress: {
      max: 50,
      minutes: 60,
      verbs: {
        "a sign-up": () => ({ of: ADDRESS, attempt: () => signUp(newEmail(), from()) }),
        "a form with mistakes": () => ({ of: ADDRESS, attempt: () => visit("/signup", { form: {}, headers: from() }) }),
      },
    },
    accountEmailPerRecipient: {
      max: 3,
      minutes: 60,
      verbs: {
        "an email for a new password": async () => {
          const email = await knownEmail();
          const emailed = () => db.$count(notices, sql`recipient = ${email}`);
          return { of: email, attempt: (turn) => silently(emailed, () => resetFor(email, elsewhere(turn))) };
        },
        "a verification email": () => {
          const { email } = stage.waiting;
          const emailed = () => db.$count(notices, sql`recipient = ${email}`);
          const ask = (turn: number) => visit("/resend-verification", { form: { email }, headers: elsewhere(turn) });
          return { of: email, attempt: (turn) => silently(emailed, () => ask(turn)) };
        },
      },
    },
    accountEmailPerAddress: {
      max: 50,
      minutes: 60,
      verbs: {
        "an email for a new password": () => ({ of: ADDRESS, attempt: () => resetFor(newEmail(), from()) }),
        "a verification email": () => ({
          of: ADDRESS,
          attempt: () => visit("/resend-verification", { form: { email: newEmail() }, headers: from() }),
        }),
      },
    },
    answerPerAddress: {
      max: 50,
      minutes: 60,
      verbs: {
        "an answer": () => ({
          of: ADDRESS,
          attempt: () => visit("/answer?token=nonsense", { form: { intent: "confirm" }, headers: from() }),
        }),
      },
    },
    phoneCodePerUser: {
      max: 10,
      minutes: 60,
      verbs: { "a code": () => ({ of: client.id, attempt: (turn) => sendCode(phoneOf(turn), elsewhere(turn)) }) },
    },
    phoneCodePerPhone: {
      max: 3,
      minutes: 60,
      verbs: { "a code": () => ({ of: phoneOf(0), attempt: (turn) => sendCode(phoneOf(0), elsewhere(turn)) }) },
    },
    phoneCodePerAddress: {
      max: 50,
      minutes: 60,
      verbs: { "a code": () => ({ of: ADDRESS, attempt: (turn) => sendCode(phoneOf(turn), from()) }) },
    },
    dialoguePerPhone: {
      max: 120,
      minutes: 60,
      verbs: { "a message by WhatsApp": async () => talk(phoneOf(8), (await createUser(context, "client")).id) },
    },
    dialoguePerStranger: {
      max: 40,
      minutes: 24 * 60,
      verbs: { "a stranger's message": () => talk(phoneOf(7), null) },
    },
    enquiryPerPhone: {
      max: 30,
      minutes: 60,
      verbs: {
        "a text": () => {
          const text = { phone: phoneOf(9), text: "Hello", channel: "sms", name: null } as const;
          const attempt = async () => ({
            status: (await receivePhoneEnquiry(now(), { ...text, id: newId() })).ok ? 200 : 429,
          });
          return { of: phoneOf(9), attempt };
        },
      },
    },
  };
}
