import type { Reason, Service } from "~/content/services";
import drawings from "./drawings.svg?url";

export const Drawing = ({ name, className }: { name: (Service | Reason)["illustration"]; className: string }) => (
  <svg viewBox={name.startsWith("reason") ? "0 0 64 64" : "0 0 240 180"} aria-hidden="true" className={className}>
    <use href={`${drawings}#${name}`} />
  </svg>
);
