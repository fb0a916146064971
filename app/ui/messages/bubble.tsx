import { timeAt, type Instant } from "~/domain/time/harare";
import { Icon } from "../icon";

interface Props {
  content: string;
  own: boolean;
  /** Null: not yet accepted. */
  at: Instant | null;
  failed?: boolean;
  onRetry?: () => void;
}

/** One message: its text, its time, and for one's own a clock until it is accepted, then a tick. */
export function Bubble({ content, own, at, failed = false, onRetry }: Props) {
  return (
    <li className={`flex ${own ? "justify-end" : "justify-start"}`}>
      <div className={`max-w-[85%] rounded-card border px-3.5 py-2 sm:max-w-[70%] ${own ? "border-brand-100 bg-brand-100" : "border-line bg-surface"}`}>
        <p className="whitespace-pre-wrap wrap-anywhere">{content}</p>
        {failed ? (
          <button type="button" onClick={onRetry} className="flex min-h-11 items-center gap-1.5 text-sm font-semibold text-danger">
            <Icon name="circle-alert" /> Not sent. Tap to retry
          </button>
        ) : (
          <p className="flex items-center justify-end gap-1 text-xs text-ink-2 tabular-nums">
            {at !== null && timeAt(at)}
            {own && <Icon name={at === null ? "clock" : "check"} label={at === null ? "Sending" : "Sent"} />}
          </p>
        )}
      </div>
    </li>
  );
}
