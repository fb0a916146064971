import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** The numbers of a process after its name: parent first (proc(5), from field 4 on). */
function statOf(pid: number): number[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat
      .slice(stat.lastIndexOf(")") + 4)
      .split(" ")
      .map(Number);
  } catch {
    return null;
  }
}

/** The processes that this one has started and that still run; none where there is no /proc. */
export function childProcesses(): number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid > 0 && statOf(pid)?.[0] === process.pid);
  } catch {
    return [];
  }
}

/** A server with the id of its process. */
export async function onItsOwn<Server>(starting: Promise<Server>): Promise<Server & { pid: number }> {
  const before = new Set(childProcesses());
  const server = await starting;
  const pid = childProcesses().find((child) => !before.has(child));
  if (!pid) throw new Error("The server has no process of its own.");
  return { ...server, pid };
}

/** How long processors have worked for a process, in ms: what else the machine does counts less than in the time of the clock. */
export function cpuTime(pid: number): number {
  const stat = statOf(pid);
  // utime and stime, fields 14 and 15.
  return stat ? (stat[10]! + stat[11]!) * TICK_MS : Number.NaN;
}

/** The memory of a process, in bytes. */
export const residentBytes = (pid: number): number => (statOf(pid)?.[20] ?? Number.NaN) * PAGE_BYTES;
