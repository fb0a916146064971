/** Meta's limits of a message with buttons or a list, in characters. */
export const SAID_LIMITS = { text: 1024, buttons: 3, button: 20, rows: 10, row: 24, about: 72, id: 200 } as const;

/** An answer to tap. `id`: what it means, and of what: a message may be tapped long after. */
export interface Choice {
  id: string;
  title: string;
}

export interface ChoiceRow extends Choice {
  about?: string;
}

/** Our words, with the answers to tap: buttons or rows, never both. */
export interface Said {
  text: string;
  /** The same in fewer words, for a text message; absent: the text itself. */
  brief?: string;
  buttons?: readonly Choice[];
  rows?: readonly ChoiceRow[];
  /** Photos of a job, by their ids: the first stands above the text, the others follow. */
  photos?: readonly string[];
  /** They follow as files. */
  receipts?: readonly ReceiptFile[];
}

/** A receipt (M7) as one side of its booking may see it. */
export interface ReceiptFile {
  number: number;
  role: "client" | "plumber";
}
