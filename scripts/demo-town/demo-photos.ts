import type { bookings, privatePhotos } from "../../app/db/schema";
import { PRIVATE_PHOTO_SIZES, type PrivatePhotoSize } from "../../app/domain/photos/private-photo";
import { privateKey } from "../../app/domain/photos/staged-photos.server";
import { MINUTE, type Instant } from "../../app/domain/time/harare";
import { problemOf } from "./demo-problems";

/** Drawings of problems, and of the same places before and after the work, in the sizes and format of a stored photo. */
const SOURCES = new URL("./job-photos/", import.meta.url);

type PhotoRow = typeof privatePhotos.$inferInsert;

/**
 * Photos of jobs (P5): those of `shown` accounts all have one of the problem, the others every fifth; begun ones one from
 * before the work, completed ones one from after it. `files`: what is stored, by its name in the bucket.
 */
export function planPhotos(rows: (typeof bookings.$inferInsert)[], shown: string[], now: Instant) {
  const photos: PhotoRow[] = [];
  const files: [name: string, source: URL][] = [];
  /** There are five illustrations: a plumber's page shows each once. */
  const onPage = new Set<string>();
  rows.forEach((row, number) => {
    const isShown = shown.includes(row.clientId) || (row.plumberId && shown.includes(row.plumberId));
    if (!isShown && number % 5 !== 0) return;
    add(row, number, "problem", row.clientId, row.createdAt);
    if (row.status !== "in-progress" && row.status !== "completed") return;
    add(row, number, "before", row.plumberId!, Math.min(row.startsAt + 5 * MINUTE, now));
    if (row.completedAt) add(row, number, "after", row.plumberId!, row.completedAt - 5 * MINUTE);
  });
  return { photos, files };

  function add(
    row: typeof bookings.$inferInsert,
    number: number,
    kind: "problem" | "before" | "after",
    by: string,
    at: Instant,
  ) {
    const id = `demophoto${kind.charAt(0)}${String(number).padStart(14, "0")}`;
    const illustrated = `${row.plumberId} ${problemOf(row).illustration}`;
    const isReleased = kind === "after" && row.photosSharedAt != null && !onPage.has(illustrated);
    if (isReleased) onPage.add(illustrated);
    photos.push({
      ...{ id, kind, bookingId: row.id, uploadedBy: by, uploadId: id, createdAt: at },
      releasedAt: isReleased ? at : null,
    });
    const illustration = (size: PrivatePhotoSize) =>
      new URL(`${problemOf(row).illustration}-${kind}-${size}.webp`, SOURCES);
    for (const size of PRIVATE_PHOTO_SIZES) files.push([`${privateKey(id)}-${size}.webp`, illustration(size)]);
    // The illustrations are small enough as they are.
    if (isReleased)
      files.push(
        [`${privateKey(id)}-work-640.webp`, illustration(1280)],
        [`${privateKey(id)}-work-320.webp`, illustration(320)],
      );
  }
}
