import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The seed of random input; a failure prints it. */
    randomSeed: number;
  }
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("randomSeed") });
