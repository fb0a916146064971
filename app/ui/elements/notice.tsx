import type { ReactNode } from "react";
import { Icon } from "./icon";
import { useStickyValue } from "./use-sticky-value";

const ICONS = { success: "circle-check", danger: "circle-alert", info: "info" } as const;

interface NoticeProps {
  kind: keyof typeof ICONS;
  /** Announces it as an alert (F5), whatever its kind. */
  alert?: boolean;
  children: ReactNode;
  className?: string;
}

/** A message on the page. Errors interrupt a screen reader; anything else waits. */
export function Notice({ kind, alert = kind === "danger", children, className = "" }: NoticeProps) {
  return (
    <div role={alert ? "alert" : "status"} className={`notice notice-${kind} ${className}`}>
      <Icon name={ICONS[kind]} className="mt-0.5" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

/** A flash message. */
export function FlashNotice(props: { flash: { name: string; message: string } | null }) {
  const flash = useStickyValue(props.flash);
  if (!flash) return null;
  return (
    <div className="page pt-4">
      <div role="status" className="notice notice-success items-center">
        <svg viewBox="0 0 24 24" width="28" height="28" fill="none" aria-hidden="true" className="flex-none">
          <path
            d="M4 13l5 5L20 6"
            stroke="#D9661F"
            strokeWidth="3"
            strokeLinecap="round"
            strokeLinejoin="round"
            className="drawn-tick"
          />
        </svg>
        {flash.message}
      </div>
    </div>
  );
}
