import * as z from "zod";
import type { Role } from "../../values/user";
import { TOPICS_OF, type ChosenTopic } from "../choices";
import { MAX_ADDRESS_LENGTH } from "./webhook-address";

export type WebhookTopic = Exclude<ChosenTopic, "news">;
const isForPrograms = (topic: ChosenTopic): topic is WebhookTopic => topic !== "news";

/** What a webhook can be told about: no program gets our news. */
export const WEBHOOK_TOPICS = TOPICS_OF.plumber.filter(isForPrograms);
/** What of it a role hears of. */
export const webhookTopicsOf = (role: Role) => TOPICS_OF[role].filter(isForPrograms);

/** Adds a webhook (X11). `webhookAddress` says which addresses we post to. */
export const webhookForm = z.object({
  url: z
    .string({ error: "Please enter an address." })
    .trim()
    .max(MAX_ADDRESS_LENGTH, `At most ${MAX_ADDRESS_LENGTH} characters.`),
  topics: z.array(z.enum(WEBHOOK_TOPICS), "Please choose one at least.").min(1, "Please choose one at least.").max(10),
});
export type WebhookForm = z.output<typeof webhookForm>;
