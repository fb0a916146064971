/** The questions of a request by WhatsApp (Q1), in their order. */
export const REQUEST_QUESTIONS = ["problem", "city", "suburb", "offer", "when", "street", "name", "summary"] as const;

/** The last question of a conversation by WhatsApp; "menu": none, "office": a person answers. */
export const DIALOGUE_STATES = [...REQUEST_QUESTIONS, "change", "whose", "job", "photo", "menu", "office"] as const;
export type DialogueState = (typeof DIALOGUE_STATES)[number];
