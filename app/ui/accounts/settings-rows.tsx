import type { ReactNode } from "react";
import type { IconName } from "../elements/icon-names";
import { Icon, Link } from "../shell/elements";

interface RowProps {
  icon: IconName;
  title: string;
  hint: string;
}

const ROW = "flex items-center gap-3 py-3 pl-4 leading-snug";

const RowWords = ({ icon, title, hint, isDanger }: RowProps & { isDanger?: boolean | undefined }) => (
  <>
    <Icon name={icon} className={isDanger ? "text-danger" : "text-brand-600"} />
    <span className="min-w-0 flex-1 wrap-anywhere">
      <b className={`block ${isDanger ? "text-danger" : ""}`}>{title}</b>{" "}
      <span className="text-sm text-ink-2">{hint}</span>
    </span>
  </>
);

/** A setting that has a page of its own, or a file. */
export const SettingLink = ({ to, isFile = false, ...words }: RowProps & { to: string; isFile?: boolean }) => (
  <Link to={to} download={isFile || undefined} className={`${ROW} pr-2 text-ink no-underline`}>
    <RowWords {...words} />
    <Icon name={isFile ? "file-text" : "chevron-right"} className="text-ink-3" />
  </Link>
);

interface FoldProps extends RowProps {
  open?: boolean;
  /** It can't be undone. */
  isDanger?: boolean;
  children: ReactNode;
}

/** A setting that unfolds: what it does is read before it is pressed. */
export const SettingFold = ({ open, children, ...words }: FoldProps) => (
  <details open={open}>
    <summary className={ROW}>
      <RowWords {...words} />
    </summary>
    <div className="grid gap-4 px-4 pb-4">{children}</div>
  </details>
);

export const SecurityRow = () => (
  <SettingLink to="/security" icon="shield-check" title="Two-step sign-in" hint="Codes, passkeys, your devices" />
);

export const NoticesRow = () => (
  <SettingLink to="notifications" icon="bell" title="Notifications" hint="Alerts, channels, quiet hours" />
);
