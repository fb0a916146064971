/** The questions of a request by WhatsApp (Q1), in their order. */
export const REQUEST_QUESTIONS = ["problem", "city", "suburb", "offer", "when", "street", "name", "summary"] as const;

/** What a conversation by WhatsApp asked last; in "menu" nothing, and in "office" a person answers. */
export const DIALOGUE_STATES = [...REQUEST_QUESTIONS, "change", "whose", "job", "photo", "menu", "office"] as const;
export type DialogueState = (typeof DIALOGUE_STATES)[number];
