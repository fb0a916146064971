import type { Database } from "~/db/client.server";
import { AUDIT_PAGE_SIZE, listAuditEntries } from "../audit-log/audit-log.server";
import { EMAIL_FRAME_SETTING } from "../email/email-frame.server";
import { BUDGETS_SETTING } from "../notices/budgets.server";
import { QUIET_HOURS_SETTING } from "../notices/usual-quiet-hours.server";
import { FEE_MODE_SETTING } from "../online-payments/fee-mode.server";
import { COMMISSION_SETTING } from "../settings/commission.server";
import { PLUMBER_APPROVAL } from "../settings/plumber-approval.server";
import { SOCIAL_LINKS_SETTING } from "../settings/social-links.server";
import type { OfficeSetting } from "./office-setting";

/** Under what name the log has the changes of each setting. */
const LOGGED_AS: Record<OfficeSetting, string> = {
  approval: PLUMBER_APPROVAL,
  commission: COMMISSION_SETTING,
  "fee-mode": FEE_MODE_SETTING,
  budgets: BUDGETS_SETTING,
  "email-frame": EMAIL_FRAME_SETTING,
  "quiet-hours": QUIET_HOURS_SETTING,
  "social-links": SOCIAL_LINKS_SETTING,
};

/** Lists a page of what was changed of a setting, latest first (O18): its history is the log. */
export const listSettingChanges = (
  db: Database,
  setting: OfficeSetting,
  after: string | null = null,
  limit = AUDIT_PAGE_SIZE,
  ascending = false,
) => listAuditEntries(db, { subjectId: LOGGED_AS[setting] }, after, limit, ascending);
