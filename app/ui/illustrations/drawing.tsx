import type { Reason, Service } from "~/content/services";
import drawings from "./drawings.svg?url";

/** A drawing of what we do, or of why to choose us: decoration, from one file that every page shares from the cache. */
export function Drawing({ name, className }: { name: (Service | Reason)["illustration"]; className: string }) {
  return (
    <svg viewBox={name.startsWith("reason") ? "0 0 64 64" : "0 0 240 180"} aria-hidden="true" className={className}>
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
