import { photoUrl } from "~/domain/photos/photo";

interface Props {
  photoKey: string | null;
  size: 24 | 32 | 40 | 56 | 64 | 72 | 96;
  eager?: boolean;
}

/** A user's photo, or a placeholder. The name is always next to it, so its alt text is empty. */
export const Avatar = ({ photoKey, size, eager = false }: Props) => (
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
