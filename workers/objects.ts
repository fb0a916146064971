// The one way to an object. An object stays for good where it is first asked for, so each is asked for next to D1, from
// where its news comes. Not by partyserver's `getServerByName`: that makes a call of its own first, to wait for
// `onStart` (ours have none) and to name the object (which reads its name from its id).

const NEXT_TO_D1 = { locationHint: "weur" } as const satisfies DurableObjectNamespaceGetDurableObjectOptions;

/** The feed that all admins share; no user's id is as short. */
export const DESK_FEED = "desk";

export const feedOf = (env: Env, userId: string) => env.FEED.get(env.FEED.idFromName(userId), NEXT_TO_D1);

export const conversationObject = (env: Env, conversationId: string) =>
  env.CONVERSATION.get(env.CONVERSATION.idFromName(conversationId), NEXT_TO_D1);
