import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import type { SignedIn } from "./signed-in";

/** What the server knows of the answer it is drawing; in the browser nothing of it is known. */
interface Answer {
  /** For this answer's scripts; pages without script have none. */
  nonce?: string;
  /** The page is HTML alone: nothing of it runs in the browser. */
  withoutScript?: boolean;
  /** The stylesheet, where it comes with the page. */
  style?: string;
  /** Draws a part of such a page once and gives its HTML ever after. */
  keep?: (name: string, part: ReactNode) => string;
  /** What stands around and in place of pages without script: never sent to the browser as code. */
  shell?: {
    Frame: ComponentType<{ user: SignedIn | null; children: ReactNode }>;
    Problem: ComponentType<{ missing: boolean; refusal: string | null }>;
  };
  /** What a user reads out when something broke, and the log has. */
  requestId?: string;
}

export const ResponseContext = createContext<Answer>({});
export const useResponseContext = () => useContext(ResponseContext);
