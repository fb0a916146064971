import type { ReactNode } from "react";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import { OFFICE_SETTING_TITLES, type OfficeSetting } from "~/domain/admin/office-setting";
import { formatInstant } from "~/domain/time/harare";
import type { FormReply } from "~/http/forms";
import { useLastActionData } from "../elements/use-sticky-value";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { AuditList } from "./audit-list";

interface Props {
  /** The name of its form. */
  form: OfficeSetting;
  /** What it is now, in words. */
  value: string;
  /** Its last changes, newest first. */
  changes: AuditEntry[];
  children: ReactNode;
}

/** A setting of the office: what it is and who changed it when; opened, its form and its last changes (O18). */
export function SettingRow({ form, value, changes, children }: Props) {
  const wasSent = useLastActionData<Partial<FormReply>>()?.values?.["form"] === form;
  const [last] = changes;
  return (
    <details id={form} className="border-t border-line first:border-t-0" open={wasSent || undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 p-4">
        <span className="grid min-w-0 flex-1 gap-0.5 leading-snug">
          <b>{OFFICE_SETTING_TITLES[form]}</b>
          <span className="wrap-anywhere">{value}</span>
          <span className="text-sm text-ink-2">
            {last ? `${last.adminName} changed it ${formatInstant(last.at)}` : "Never changed"}
          </span>
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div className="grid gap-4 px-4 pb-5">
        {children}
        {changes.length > 0 && (
          <>
            <AuditList entries={changes} title="Last changes" />
            <Link to={`/admin-dashboard/log?setting=${form}`} className="button-link justify-self-start">
              All its changes in the log
            </Link>
          </>
        )}
      </div>
    </details>
  );
}

/** What the admin saw when they opened the form: of two who change a setting, the second is told. */
export const Shown = ({ value }: { value: string }) => <input type="hidden" name="shown" value={value} />;
