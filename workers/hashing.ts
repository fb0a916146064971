import { openHashingQueue } from "../app/domain/accounts/hashing-queue";

/** The queue of this isolate: what its thread can hash is what there is to share. */
export const hashing = openHashingQueue({ now: () => performance.now(), wait: (ms) => scheduler.wait(ms) });
