import { createContext, useContext } from "react";

/** What the server knows of the answer it is drawing; in the browser nothing of it is known. */
interface Answer {
  /** For this answer's scripts; pages without script have none. */
  nonce?: string;
  /** What a person reads out when something broke, and the log has. */
  requestId?: string;
}

export const AnswerContext = createContext<Answer>({});
export const useAnswer = () => useContext(AnswerContext);
