import { useEffect, useRef, type ReactNode } from "react";
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
export const Notice = ({ kind, alert = kind === "danger", children, className = "" }: NoticeProps) => (
  <div role={alert ? "alert" : "status"} className={`notice notice-${kind} ${className}`}>
    <Icon name={ICONS[kind]} className="mt-1" />
    <div className="min-w-0 wrap-anywhere">{children}</div>
  </div>
);

interface FlashNoticeProps {
  flash: { message: string; isProblem: boolean } | null;
  /** The number of events of what the page shows: when it changes, the message is out of date and goes. */
  events?: number | undefined;
}

/** A flash message. Where the page has kept its scroll, it is brought into sight. */
export function FlashNotice(props: FlashNoticeProps) {
  const flash = useStickyValue(props.flash, props.events);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [flash]);
  if (!flash) return null;
  return (
    <div ref={place} className="page pt-4">
      {flash.isProblem ? (
        <Notice kind="danger">{flash.message}</Notice>
      ) : (
        <div role="status" className="notice notice-success items-center">
          <svg viewBox="0 0 24 24" width="28" height="28" fill="none" aria-hidden="true" className="flex-none">
            <path
              d="M4 13l5 5L20 6"
              stroke="var(--color-copper-500)"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="drawn-tick"
            />
          </svg>
          {flash.message}
        </div>
      )}
    </div>
  );
}
