import { PHOTOS_PER_KIND, type PrivatePhoto } from "../photos/photo";
import type { Role } from "../values/user";
import { ACCEPTED_STATUSES, BEGUN_STATUSES, OPEN_STATUSES, type BookingStatus } from "./booking";

/** The photos of a job (P5): who adds them, and in which statuses. */
export const JOB_PHOTOS = {
  problem: { by: "client", from: OPEN_STATUSES },
  before: { by: "plumber", from: ACCEPTED_STATUSES },
  after: { by: "plumber", from: BEGUN_STATUSES },
} as const satisfies Record<string, { by: Role; from: readonly BookingStatus[] }>;

export type JobPhotoKind = keyof typeof JOB_PHOTOS;
export const JOB_PHOTO_KINDS = Object.keys(JOB_PHOTOS) as JobPhotoKind[];

const canAdd = (kind: JobPhotoKind, role: Role, status: BookingStatus): boolean =>
  JOB_PHOTOS[kind].by === role && (JOB_PHOTOS[kind].from as readonly BookingStatus[]).includes(status);

export const kindsWithRoom = (status: BookingStatus, role: Role, photos: readonly Pick<PrivatePhoto, "kind">[]) =>
  addablePhotoKinds(status, role).filter(
    (kind) => photos.filter((photo) => photo.kind === kind).length < PHOTOS_PER_KIND,
  );

/** True if this role can remove a photo: its client one of the problem, while they could add it. */
export const canRemovePhoto = ({ kind }: Pick<PrivatePhoto, "kind">, role: Role, status: BookingStatus): boolean =>
  kind === "problem" && role === "client" && canAdd(kind, role, status);

export const addablePhotoKinds = (status: BookingStatus, role: Role): JobPhotoKind[] =>
  JOB_PHOTO_KINDS.filter((kind) => canAdd(kind, role, status));
