import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page's script runs: false on the server and while the page hydrates. */
export const useHasScript = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
