import type { privatePhotos } from "../../app/db/schema";
import { PRIVATE_PHOTO_SIZES, type PrivatePhotoSize } from "../../app/domain/photos/photo";
import { privateKey } from "../../app/domain/photos/staged-photos.server";
import { MINUTE, type Instant } from "../../app/domain/time/harare";
import type { Booking } from "./demo-bookings";
import { problemOf } from "./demo-problems";

/** Drawings of problems, and of the same places before and after the work, in the sizes and format of a stored photo. */
const SOURCES = new URL("./job-photos/", import.meta.url);

type PhotoRow = typeof privatePhotos.$inferInsert;

/**
 * Photos of jobs (P5): those of `shown` accounts all have one of the problem, the others every fifth; begun ones one from
 * before the work, completed ones one from after it. `files`: what is stored, by its name in the bucket.
 */
export function planPhotos(rows: Booking[], shown: string[], now: Instant) {
  const photos: PhotoRow[] = [];
  const files: [name: string, source: URL][] = [];
  /** There are five illustrations: a plumber's page shows each once. */
  const onPage = new Set<string>();
  rows.forEach((row, number) => {
    const isShown = shown.includes(row.clientId) || shown.includes(row.plumberId ?? "");
    if (!isShown && number % 5 !== 0) return;
    add(row, number, "problem", row.clientId, row.createdAt);
    if (row.status !== "in-progress" && row.status !== "completed") return;
    add(row, number, "before", row.plumberId!, Math.min(row.startsAt + 5 * MINUTE, now));
    if (row.completedAt) add(row, number, "after", row.plumberId!, row.completedAt - 5 * MINUTE);
  });
  return { photos, files };

  function add(row: Booking, number: number, kind: "problem" | "before" | "after", uploadedBy: string, at: Instant) {
    const id = `demophoto${kind.charAt(0)}${String(number).padStart(14, "0")}`;
    const { illustration } = problemOf(row);
    const isReleased =
      kind === "after" && row.photosSharedAt != null && !onPage.has(`${row.plumberId} ${illustration}`);
    if (isReleased) onPage.add(`${row.plumberId} ${illustration}`);
    const releasedAt = isReleased ? at : null;
    photos.push({ id, kind, bookingId: row.id, uploadedBy, uploadId: id, createdAt: at, releasedAt });
    const store = (name: string, size: PrivatePhotoSize) =>
      files.push([`${privateKey(id)}-${name}.webp`, new URL(`${illustration}-${kind}-${size}.webp`, SOURCES)]);
    for (const size of PRIVATE_PHOTO_SIZES) store(String(size), size);
    // The illustrations are small enough as they are.
    if (isReleased) {
      store("work-640", 1280);
      store("work-320", 320);
    }
  }
}
