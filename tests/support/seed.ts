import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** What random input is drawn from; a failure prints it. */
    randomSeed: number;
  }
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("randomSeed") });
