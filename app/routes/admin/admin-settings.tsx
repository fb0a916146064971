import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
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
import { changeSetting, readSetting } from "~/domain/settings/settings.server";
import { followApproval } from "~/domain/vetting/approval.server";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { redirectTo } from "~/http/redirects";
import { readSteppedUp } from "~/http/step-up.server";
import { SecuritySection } from "~/ui/accounts/security-section";
import { OfficeSettings, type ShownSetting } from "~/ui/admin/office-settings";
import { Icon } from "~/ui/elements/icon";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

/** Of each setting. */
const LAST_CHANGES = 5;

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Settings",
  failed: "Failed to fetch the settings",
  home: "/admin-dashboard",
});

/** What the office has set, and what was changed last of each (O18). */
export const loader = roleLoader("admin", async ({ context: { db, now, channels, paymentProvider } }) => {
  const [budgets, ...settings] = await Promise.all([
    listBudgets(db, now),
    ...SETTING_NAMES.map(async (name) => {
      const read = [readSetting(db, name), listAuditEntries(db, { subjectId: name }, null, LAST_CHANGES)] as const;
      const [value, { entries }] = await Promise.all(read);
      return show(name, value, entries);
    }),
  ]);
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
const saved = () => redirectTo("/admin-dashboard/settings", flashed("savedAndLogged"));

/** Changes a setting: one that moves money or access after a step-up, which one stolen session doesn't have (A24). */
export const action = roleAction("admin", async (args) => {
  const { context, form } = args;
  const name = parseSettingName(form.get("form"));
  if (!name) throw notFound();
  if (isPlainSetting(name)) {
    const admin = await args.user;
    const parsed = parseForm(form, OFFICE_SETTINGS[name].form);
    if (parsed.value === null) return parsed.invalid();
    const result = await changeSetting(context, admin, name, parsed.value, shownIn(form));
    return result.ok ? saved() : parsed.refused(result);
  }
  const read = await readSteppedUp(args, OFFICE_SETTINGS[name].form);
  if (!read.ok) return read.reply;
  const effects = name === "approval" ? followApproval : undefined;
  const result = await changeSetting(context, read.user, name, read.value, shownIn(form), effects);
  return result.ok ? saved() : read.refused(result);
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
