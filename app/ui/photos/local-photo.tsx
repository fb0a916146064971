import { useEffect, useRef, type ComponentProps } from "react";

/** Shows a photo that is on this device only. */
export function LocalPhoto({ photo, ...image }: { photo: Blob } & ComponentProps<"img">) {
  const element = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(photo);
    if (element.current) element.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [photo]);
  return <img ref={element} {...image} />;
}
