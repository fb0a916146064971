import { createContext, useContext } from "react";

/** The nonce of this answer's scripts; pages without script have none. */
export const NonceContext = createContext<string | undefined>(undefined);
export const useNonce = () => useContext(NonceContext);
