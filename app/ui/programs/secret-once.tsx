import { useEffect, useRef } from "react";
import { Icon } from "../elements/icon";

/** What is shown this once, on top of the page: a token, or the secret of a webhook. A tap selects all of it. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [secret]);
  return (
    <div ref={place} tabIndex={-1} role="status" className="notice notice-success scroll-mt-20">
      <Icon name="circle-check" className="mt-0.5" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p>{label} Copy it now: we won't show it again.</p>
        <code className="rounded-field bg-surface p-3 font-normal text-ink select-all wrap-anywhere">{secret}</code>
      </div>
    </div>
  );
}
