// The one way to an object. An object stays where it was first requested, so each is requested next to D1, from
// where its pushes come. Not by partyserver's `getServerByName`: that first makes a call of its own, to wait for
// `onStart` (ours have none) and to set the object's name (which it reads from its id).

const NEXT_TO_D1 = { locationHint: "weur" } as const satisfies DurableObjectNamespaceGetDurableObjectOptions;

/** The feed that all admins share. No user's id is as short. */
export const OFFICE_FEED = "desk";

export const feedOf = (env: Env, userId: string) => env.FEED.get(env.FEED.idFromName(userId), NEXT_TO_D1);

export const conversationObject = (env: Env, conversationId: string) =>
  env.CONVERSATION.get(env.CONVERSATION.idFromName(conversationId), NEXT_TO_D1);
