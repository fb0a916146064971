import type { DialogueState } from "~/domain/dialogues/dialogue";

/** The states of a conversation by WhatsApp (Q1), as the office reads them: what was asked last. */
export const STATE_WORDS: Record<DialogueState, string> = {
  problem: "The problem",
  city: "The city",
  suburb: "The suburb",
  offer: "Plumber and time",
  when: "The time",
  street: "The street",
  name: "The name",
  summary: "The go-ahead",
  change: "What to change",
  whose: "Whom it is for",
  job: "Something about a job",
  photo: "What a photo shows",
  menu: "Nothing",
  office: "Our office",
};
