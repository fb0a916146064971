import { eq } from "drizzle-orm";
import { notices, sessions } from "~/db/schema";
import { contextAt } from "./context";
import { setUpApp } from "./second-factor";
import { createUser, hashForTests } from "./users";
import { type DomainContext } from "~/domain/domain-context.server";
import { type Role, type SteppedUpUser } from "~/domain/values/user";
import { finishSignIn, keepPendingSignIn } from "~/domain/accounts/second-factor/factor-sign-in.server";
import { noticesInWords } from "./notice-words";

export const PASSWORD = "a fine password";
export const context = contextAt();
export const { db, now, origin } = context;
export const later = (ms: number) => ({ ...context, now: now + ms });
export const FROM = { clientAddress: "somewhere", deviceToken: null };

export let passwordHash: string;
export const hashOnce = async () => {
  passwordHash = await hashForTests(PASSWORD);
};
export let user: SteppedUpUser;
export let secret: Uint8Array<ArrayBuffer>;
export let codes: string[];
export const makeUser = (role: Role = "client") => createUser(context, role, { passwordHash });
export const makeTwoStepUser = async () => {
  user = await makeUser();
  ({ secret, recoveryCodes: codes } = await setUpApp(context, user));
};
export const subjects = async (userId: string) =>
  (await noticesInWords(db, eq(notices.userId, userId))).map(({ subject }) => subject);
/** What the right password leads to: the token under which a sign-in waits for its second step. */
export async function pendingOf(account: SteppedUpUser, at: DomainContext = context): Promise<string> {
  const { token, kept } = await keepPendingSignIn(at, account.id, passwordHash);
  await kept;
  return token;
}
/** Signs in up to the second step and answers it: "in", or why not. */
export async function answerSecondStep(
  answer: Parameters<typeof finishSignIn>[2],
  at: DomainContext = context,
  account = user,
): Promise<string> {
  const result = await finishSignIn(at, await pendingOf(account, at), answer);
  return result.ok ? "in" : result.reason;
}
export const openSessions = (userId: string) => db.$count(sessions, eq(sessions.userId, userId));
