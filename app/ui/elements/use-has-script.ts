import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while the page hydrates. */
export const useHasScript = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
