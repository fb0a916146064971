import { useEffect, useRef } from "react";

/** The photo that goes with the next message, as it will be seen. */
export function ChosenPhoto({ photo, onRemove }: { photo: File; onRemove: () => void }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(photo);
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return (
    <p className="flex items-center gap-3 border-t border-line px-4 pt-3 text-sm">
      <span className="photo">
        <img ref={image} alt="The photo that goes with your message" width={96} height={96} />
      </span>
      <button type="button" className="button-link" onClick={onRemove}>
        Remove
      </button>
    </p>
  );
}
