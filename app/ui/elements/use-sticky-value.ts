import { useActionData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { FormReply } from "~/http/forms";

/** A value that stays while its page is open: a push may revalidate it under a reader. Ends when `state` changes. */
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
