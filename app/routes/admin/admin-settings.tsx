import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import { listLastEntries } from "~/domain/audit-log/audit-log.server";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";
import { listBudgets } from "~/domain/notices/budgets.server";
import {
  isPlainSetting,
  OFFICE_SETTINGS,
  parseSettingName,
  SETTING_NAMES,
  type SettingName,
  type SettingValues,
} from "~/domain/settings/office-settings";
import { changeSetting, readSettings } from "~/domain/settings/settings.server";
import { followApproval } from "~/domain/vetting/approval.server";
import { adminAction, adminLoader } from "~/http/guards";
import { readSteppedUp } from "~/http/step-up.server";
import { SecuritySection } from "~/ui/accounts/security-section";
import { OfficeSettings, type ShownSetting } from "~/ui/admin/office-settings";
import { Icon } from "~/ui/elements/icon";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

/** Of each setting. */
const LAST_CHANGES = 5;

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Settings",
  failed: "Failed to fetch the settings",
  home: "/admin-dashboard",
});

/** What the office has set, and what was changed last of each (O18). */
export const loader = adminLoader(async ({ context: { db, now, channels, paymentProvider } }) => {
  const [budgets, values, changes] = await Promise.all([
    listBudgets(db, now),
    readSettings(db),
    listLastEntries(db, SETTING_NAMES, LAST_CHANGES),
  ]);
  const settings = SETTING_NAMES.map((name) =>
    show(
      name,
      values[name],
      changes.filter(({ subjectId }) => subjectId === name),
    ),
  );
  const isShown: Partial<Record<SettingName, boolean>> = {
    commission: paymentProvider !== null,
    "fee-mode": paymentProvider !== null,
    budgets: budgets.some(({ channel }) => channels.includes(channel)),
  };
  const sentToday = budgets.map(
    ({ channel, budget, sent }) => `${CHANNEL_NAMES[channel]}: ${budget}, ${sent} sent today`,
  );
  return settings
    .filter(({ name }) => isShown[name] ?? true)
    .map((setting) => (setting.name === "budgets" ? { ...setting, text: sentToday.join("; ") } : setting));
});

function show<Name extends SettingName>(name: Name, value: SettingValues[Name], changes: AuditEntry[]): ShownSetting {
  const { title, describe, lead, fields } = OFFICE_SETTINGS[name];
  return {
    name,
    title,
    text: describe(value),
    value: Object.fromEntries(Object.entries(value).map(([part, one]) => [part, String(one)])),
    shown: JSON.stringify(value),
    lead,
    fields,
    changes,
  };
}

/** What the admin saw; null: a form that doesn't say it. */
const shownIn = (form: FormData) => z.string().max(2000).nullable().catch(null).parse(form.get("shown"));

/** Changes a setting: one that moves money or access after a step-up, which one stolen session doesn't have (A24). */
export const action = adminAction("That didn't work", async (args) => {
  const { context, form, read, refused, goTo } = args;
  const name = parseSettingName(form.get("form"));
  if (!name) return null;
  const saved = () => goTo("/admin-dashboard/settings", "savedAndLogged");
  if (isPlainSetting(name)) {
    const admin = await args.user;
    const value = read(OFFICE_SETTINGS[name].form);
    const result = await changeSetting(context, admin, name, value, shownIn(form));
    return result.ok ? saved() : refused(result);
  }
  const steppedUp = await readSteppedUp(args, OFFICE_SETTINGS[name].form);
  if (!steppedUp.ok) return steppedUp.reply;
  const effects = name === "approval" ? followApproval : undefined;
  const result = await changeSetting(context, steppedUp.user, name, steppedUp.value, shownIn(form), effects);
  return result.ok ? saved() : steppedUp.refused(result);
});

export default function AdminSettings() {
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Settings</h1>
      <OfficeSettings settings={useLoaderData<typeof loader>()} />
      <section className="card grid justify-items-start gap-3 p-5">
        <h2>Your notifications</h2>
        <p className="text-ink-2">What you yourself want to be told about, how, and when not.</p>
        <Link to="notifications" className="button button-quiet">
          <Icon name="bell" /> Choose notifications
        </Link>
      </section>
      <SecuritySection />
    </div>
  );
}
