import { photoUrl } from "~/domain/photos/photo";

/** A user's picture, or the drawing that stands for a missing one. The name stands beside it, so it has no words of its own. */
export function Avatar({
  photoKey,
  size,
  eager = false,
}: {
  photoKey: string | null;
  size: 32 | 40 | 56 | 72 | 96;
  eager?: boolean;
}) {
  return (
    <img
      className="avatar"
      src={photoUrl(photoKey, 160)}
      alt=""
      width={size}
      height={size}
      loading={eager ? undefined : "lazy"}
      decoding="async"
    />
  );
}
