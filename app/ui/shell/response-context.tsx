import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import type { Instant } from "~/domain/time/harare";
import type { Role } from "~/domain/values/user";

export interface SignedIn {
  /** By which their forms name them (`ownerTag`). */
  tag: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  photoKey: string | null;
  /** The terms that they have to accept: for the first time, or changed ones. */
  termsToAccept: "first" | "changed" | null;
}

/** The server's facts of the response it renders. Empty in the browser. */
interface Answer {
  nonce?: string;
  withoutScript?: boolean;
  /** A dashboard's page without the framework's script in a browser that runs scripts: `noscript` is not shown there. */
  isLight?: boolean;
  style?: string;
  /** Renders a part of such a page once and returns its HTML from then on. */
  keep?: (name: string, part: ReactNode) => string;
  /** The layout and the error page of pages without script, never sent to the browser as code. */
  shell?: {
    Frame: ComponentType<{ user: SignedIn | null; children: ReactNode }>;
    Problem: ComponentType<{ missing: boolean; refusal: string | null }>;
  };
  requestId?: string;
  /** When the office opens next; null while it is open. */
  officeOpens?: { at: Instant; said: string } | null;
}

export const ResponseContext = createContext<Answer>({});
export const useResponseContext = () => useContext(ResponseContext);
