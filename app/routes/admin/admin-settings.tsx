import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import type { OfficeSetting } from "~/domain/admin/office-setting";
import { listSettingChanges } from "~/domain/admin/setting-history.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { CLOSING_LENGTH, emailFrameForm, emailFrameText, GREETING_LENGTH } from "~/domain/email/email-frame";
import { readEmailFrame, saveEmailFrame } from "~/domain/email/email-frame.server";
import { listBudgets, saveBudgets } from "~/domain/notices/budgets.server";
import { budgetsForm } from "~/domain/notices/daily-budgets";
import { quietHoursForm, quietHoursText, USUAL_QUIET_HOURS } from "~/domain/notices/usual-quiet-hours";
import { readQuietHours, saveQuietHours } from "~/domain/notices/usual-quiet-hours.server";
import { findFeeMode, saveFeeMode } from "~/domain/online-payments/fee-mode.server";
import { feeModeForm } from "~/domain/online-payments/online-payment-schemas";
import type { SettingResult } from "~/domain/settings/change-setting.server";
import { commissionForm } from "~/domain/settings/commission";
import { readCommission, saveCommission } from "~/domain/settings/commission.server";
import { isPlumberApprovalOn } from "~/domain/settings/plumber-approval.server";
import { socialLinksForm } from "~/domain/settings/social-links-form";
import { findSocialLinks, saveSocialLinks, socialLinksText } from "~/domain/settings/social-links.server";
import type { AuthenticatedUser, SteppedUpUser } from "~/domain/values/user";
import { approvalForm } from "~/domain/vetting/approval-form";
import { switchApproval } from "~/domain/vetting/approval.server";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader, type ActionArgs } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { readSteppedUp } from "~/http/step-up.server";
import { SecuritySection } from "~/ui/accounts/security-section";
import { OfficeSettings } from "~/ui/admin/office-settings";
import { Icon } from "~/ui/elements/icon";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

const PAGE = "/admin-dashboard/settings";
/** Of each setting. */
const LAST_CHANGES = 5;

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Settings",
  failed: "Failed to fetch the settings",
  home: "/admin-dashboard",
});

/** What the office has set, and what was changed last of each (O18). */
export const loader = roleLoader("admin", async ({ context: { db, now, channels, paymentProvider } }) => {
  const changesOf = async (setting: OfficeSetting) =>
    (await listSettingChanges(db, setting, null, LAST_CHANGES)).entries;
  const [links, budgets, feeMode, commission, approves, frame, quiet, ...changes] = await Promise.all([
    findSocialLinks(db),
    listBudgets(db, now),
    findFeeMode(db),
    readCommission(db),
    isPlumberApprovalOn(db),
    readEmailFrame(db),
    readQuietHours(db),
    changesOf("approval"),
    changesOf("commission"),
    changesOf("fee-mode"),
    changesOf("budgets"),
    changesOf("email-frame"),
    changesOf("quiet-hours"),
    changesOf("social-links"),
  ]);
  const [ofApproval = [], ofCommission = [], ofFeeMode = [], ofBudgets = [], ofFrame = [], ofQuiet = [], ofLinks = []] =
    changes;
  return {
    approval: { value: approves ? ("on" as const) : ("off" as const), changes: ofApproval },
    commission: { value: commission, changes: ofCommission },
    feeMode: { value: feeMode, changes: ofFeeMode },
    budgets: { value: budgets, changes: ofBudgets },
    frame: {
      value: frame,
      shown: emailFrameText(frame),
      changes: ofFrame,
      lengths: { greeting: GREETING_LENGTH, closing: CLOSING_LENGTH },
    },
    quiet: { value: quiet, shown: quietHoursText(quiet), usual: USUAL_QUIET_HOURS, changes: ofQuiet },
    links: { value: links, shown: socialLinksText(links), changes: ofLinks },
    isOnline: paymentProvider !== null,
    hasPhones: budgets.some(({ channel }) => channels.includes(channel)),
  };
});

const saved = () => redirectTo(PAGE, flashed("savedAndLogged"));
/** What the admin saw; null: a form that doesn't say it. */
const shownIn = (form: FormData) => z.string().max(2000).nullable().catch(null).parse(form.get("shown"));

type Save<Admin, Schema extends z.ZodType> = (
  context: DomainContext,
  admin: Admin,
  value: z.output<Schema>,
  shown: string | null,
) => Promise<SettingResult>;

/** What saves a form that one stolen session must not change: it moves money or access (A24). */
const savesSteppedUp =
  <Schema extends z.ZodType>(schema: Schema, save: Save<SteppedUpUser, Schema>) =>
  async (args: ActionArgs) => {
    const read = await readSteppedUp(args, schema);
    if (!read.ok) return read.reply;
    const result = await save(args.context, read.user, read.value, shownIn(args.form));
    return result.ok ? saved() : read.refused(result);
  };

const saves =
  <Schema extends z.ZodType>(schema: Schema, save: Save<AuthenticatedUser, Schema>) =>
  async ({ context, user, form }: ActionArgs) => {
    const admin = await user;
    const parsed = parseForm(form, schema);
    if (parsed.value === null) return parsed.invalid();
    const result = await save(context, admin, parsed.value, shownIn(form));
    return result.ok ? saved() : parsed.refused(result);
  };

const saveLinks = saves(socialLinksForm, saveSocialLinks);
const FORMS = new Map([
  [
    "approval",
    savesSteppedUp(approvalForm, (context, admin, { approval }, shown) =>
      switchApproval(context, admin, approval === "on", shown),
    ),
  ],
  ["budgets", savesSteppedUp(budgetsForm, saveBudgets)],
  [
    "fee-mode",
    savesSteppedUp(feeModeForm, (context, admin, { feeMode }, shown) => saveFeeMode(context, admin, feeMode, shown)),
  ],
  [
    "commission",
    savesSteppedUp(commissionForm, (context, admin, { percent }, shown) =>
      saveCommission(context, admin, percent, shown),
    ),
  ],
  ["email-frame", saves(emailFrameForm, saveEmailFrame)],
  [
    "quiet-hours",
    saves(quietHoursForm, (context, admin, { hours }, shown) => saveQuietHours(context, admin, hours, shown)),
  ],
]);

export const action = roleAction("admin", (args) => (FORMS.get(String(args.form.get("form"))) ?? saveLinks)(args));

export default function AdminSettings() {
  const settings = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Settings</h1>
      <OfficeSettings settings={settings} />
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
