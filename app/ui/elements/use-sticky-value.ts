import { useActionData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/http/forms";

/**
 * A value that stays for the lifetime of the page, even when later data no longer has it. A push may revalidate the
 * page at any time: a flash message or a form's error must not vanish while someone reads it. It ends earlier when
 * `state` changes, where the page would contradict it.
 */
export function useStickyValue<Value>(value: Value | null | undefined, state?: number): Value | null {
  const key = `${useLocation().key} ${state}`;
  const [kept, setKept] = useState({ key, value: value ?? null });
  if (value && (kept.value !== value || kept.key !== key)) setKept({ key, value });
  return value ?? (kept.key === key ? kept.value : null);
}

/** The page's action data, or the form that its writer sent from here after the session had ended (F7); it stays. */
export function useLastActionData<Answer>(): Answer | undefined {
  const kept = useRouteLoaderData<{ kept?: FormReply }>("root")?.kept;
  return useStickyValue((useActionData() ?? kept) as Answer | undefined) ?? undefined;
}
