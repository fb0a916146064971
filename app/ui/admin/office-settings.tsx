import { brand } from "~/brand";
import { company } from "~/company";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import type { Budget } from "~/domain/notices/daily-budgets";
import type { FeeMode } from "~/domain/online-payments/fee-mode";
import type { SocialLinks } from "~/domain/settings/social-links";
import { formatTime } from "~/domain/time/harare";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { ApprovalForm } from "./approval-form";
import { BudgetsForm } from "./budgets-form";
import { CommissionForm } from "./commission-form";
import { EmailFrameForm } from "./email-frame-form";
import { FeeModeForm } from "./fee-mode-form";
import { QuietHoursForm } from "./quiet-hours-form";
import { SettingRow } from "./setting-row";
import { SocialLinksForm } from "./social-links-form";

interface Setting<Value> {
  value: Value;
  changes: AuditEntry[];
}
interface Hours {
  from: number;
  until: number;
}

interface Props {
  settings: {
    approval: Setting<"on" | "off">;
    commission: Setting<number>;
    feeMode: Setting<FeeMode>;
    budgets: Setting<Budget[]>;
    frame: Setting<{ greeting: string; closing: string }> & {
      shown: string;
      lengths: { greeting: number; closing: number };
    };
    quiet: Setting<Hours | null> & { shown: string; usual: Hours };
    links: Setting<SocialLinks> & { shown: string };
    isOnline: boolean;
    hasPhones: boolean;
  };
}

/** What the office has set, a row each (O18). */
export function OfficeSettings({ settings }: Props) {
  const { approval, commission, feeMode, budgets, frame, quiet, links, isOnline, hasPhones } = settings;
  return (
    <section className="card" aria-label="Settings of the office">
      <SettingRow
        form="approval"
        value={approval.value === "on" ? "Listed once our office has approved them" : "Listed at once"}
        changes={approval.changes}
      >
        <ApprovalForm approval={approval.value} />
      </SettingRow>
      {isOnline && (
        <>
          <SettingRow form="commission" value={`${commission.value}%`} changes={commission.changes}>
            <CommissionForm percent={commission.value} />
          </SettingRow>
          <SettingRow
            form="fee-mode"
            value={feeMode.value === "optional" ? "Clients can" : "Not possible"}
            changes={feeMode.changes}
          >
            <FeeModeForm feeMode={feeMode.value} />
          </SettingRow>
        </>
      )}
      {hasPhones && (
        <SettingRow
          form="budgets"
          value={budgets.value
            .map(({ channel, budget, sent }) => `${CHANNEL_NAMES[channel]}: ${budget}, ${sent} sent today`)
            .join("; ")}
          changes={budgets.changes}
        >
          <BudgetsForm budgets={budgets.value} />
        </SettingRow>
      )}
      <SettingRow
        form="email-frame"
        value={`${frame.value.greeting} … ${frame.value.closing || brand.name}`}
        changes={frame.changes}
      >
        <EmailFrameForm frame={frame.value} shown={frame.shown} lengths={frame.lengths} />
      </SettingRow>
      <SettingRow
        form="quiet-hours"
        value={quiet.value ? `${formatTime(quiet.value.from)} to ${formatTime(quiet.value.until)}` : "None"}
        changes={quiet.changes}
      >
        <QuietHoursForm hours={quiet.value} usual={quiet.usual} shown={quiet.shown} />
      </SettingRow>
      <SettingRow form="social-links" value={Object.keys(links.value).join(", ") || "None"} changes={links.changes}>
        <SocialLinksForm links={links.value} shown={links.shown} />
      </SettingRow>
      <div className="grid gap-0.5 border-t border-line p-4 leading-snug">
        <b>Office hours</b>
        <span>{company.hours.map(({ days, time }) => `${days} ${time}`).join(", ")}</span>
        <span className="text-sm text-ink-2">
          They are in the text of every public page. To change them, ask whoever publishes the site.
        </span>
      </div>
    </section>
  );
}
