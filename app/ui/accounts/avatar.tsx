import { photoUrl } from "~/domain/photos/photo";

/** A user's photo, or a placeholder. The name is always next to it, so its alt text is empty. */
export function Avatar({
  photoKey,
  size,
  eager = false,
}: {
  photoKey: string | null;
  size: 24 | 32 | 40 | 56 | 72 | 96;
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
