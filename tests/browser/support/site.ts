import type { TestProject } from "vitest/node";
import { removeState, startServer } from "./server";

declare module "vitest" {
  interface ProvidedContext {
    origin: string;
  }
}

/** One site with the demo town for all journeys. */
export default async function setup(project: TestProject) {
  const server = await startServer({ env: { LIMIT_FACTOR: "20" } });
  project.provide("origin", server.origin);
  return async () => {
    await server.kill();
    removeState(server.stateDir);
  };
}
