import icons from "./icons.svg?url";

/** The address of the icons. A dashboard's scripts read it from their document (`root.tsx`). */
export const sprite: string = import.meta.env.SSR ? icons : (document.documentElement.dataset["icons"] ?? "");
