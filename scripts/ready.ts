import { existsSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";

/** Node 24, on which everything runs, is put there by an install script. */
const hasBinaries = () => existsSync("node_modules/node/bin/node");

/** Names what keeps the site from being served, and what to do; null: nothing. */
export async function whyNotReady(port: number, isInstalled = hasBinaries()): Promise<string | null> {
  if (!isInstalled) return "The packages were installed without their scripts. Run npm ci, without --ignore-scripts.";
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (isFree) await new Promise((resolve) => server.close(resolve));
  return isFree
    ? null
    : `Port ${port} is busy: another site may be running. Stop that one, or choose another port: PORT=8788 npm start.`;
}

export async function requireReady(port: number): Promise<void> {
  const problem = await whyNotReady(port);
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
