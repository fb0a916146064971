/** The states of a conversation by WhatsApp (Q1), as the office reads them: what was asked last. */
export const STATE_WORDS: Record<string, string> = {
  problem: "The problem",
  city: "The city",
  suburb: "The suburb",
  offer: "Plumber and time",
  when: "The time",
  street: "The street",
  name: "The name",
  summary: "To send it",
  whose: "Whom it is for",
  job: "Something about a job",
  office: "Our office",
  done: "Nothing more",
};
