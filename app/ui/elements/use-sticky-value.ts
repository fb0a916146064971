import { useActionData, useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * A value for as long as the page stands, even when it is gone from the data that came after it. News asks for a
 * page's data anew at any time: what was said once, or in answer to a form, must not vanish while somebody reads it.
 */
export function useStickyValue<Value>(value: Value | null | undefined): Value | null {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, value: value ?? null });
  if (value && (kept.value !== value || kept.key !== key)) setKept({ key, value });
  return value ?? (kept.key === key ? kept.value : null);
}

/** What the page's action has answered, for as long as the page stands. */
export const useLastActionData = <Answer>(): Answer | undefined =>
  useStickyValue(useActionData() as Answer | undefined) ?? undefined;
