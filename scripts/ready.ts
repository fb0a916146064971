import { existsSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Names what keeps the site from being served, and what to do; null: nothing. Node 24, on which everything runs, is put at
 * `node` by an install script.
 */
export async function whyNotReady(port: number, node = "node_modules/node/bin/node"): Promise<string | null> {
  if (!existsSync(node))
    return "The packages were installed without their scripts. Run npm ci, without --ignore-scripts.";
  const server = createServer().listen(port, "127.0.0.1");
  if (!(await once(server, "listening").catch(() => null)))
    return `Port ${port} is busy: another site may be running. Stop that one, or choose another port: PORT=8788 npm start.`;
  await new Promise((resolve) => server.close(resolve));
  return null;
}

export async function requireReady(port: number): Promise<void> {
  const problem = await whyNotReady(port);
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
