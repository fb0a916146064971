import { useEffect } from "react";
import { useFlash } from "../shell/root-data";
import { resumeList } from "./chosen-row";

/** Once something was done, the list goes on where it was left, with the next row chosen (O19). */
export function useResumedList(): void {
  const flash = useFlash();
  useEffect(() => {
    if (flash) resumeList();
  }, [flash]);
}
