import { useLoaderData } from "@remix-run/react";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import { CHANNEL_NAMES } from "~/domain/notices/choices";
import { listBudgets } from "~/domain/notices/budgets.server";
import {
  isPlainSetting,
  OFFICE_SETTINGS,
  parseSettingName,
  type SettingField,
} from "~/domain/settings/office-settings";
import { readSettings } from "~/domain/settings/settings.server";
import { followApproval } from "~/domain/vetting/approval.server";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage, TextLink } from "~/ui/admin/office-page";
import { NoticesRow, SecurityRow } from "~/ui/accounts/settings-rows";
import { brand } from "~/brand";
import { company } from "~/company";
import { formatInstant, formatTime } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { readDrawn } from "~/http/forms";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { SteppedUpForm } from "~/ui/accounts/stepped-up-form";
import { TextField, RadioField, SelectField } from "~/ui/forms/field";
import { useDrawnReply } from "~/ui/forms/drawn-form";
import type { FieldMeta } from "~/ui/forms/form";
import { AuditList } from "~/ui/admin/audit-list";
import { readSteppedUp } from "~/http/step-up.server";
import { listLastEntries } from "~/domain/audit-log/audit-log-lists.server";
import { SETTING_NAMES, type SettingName, type SettingValues } from "~/domain/settings/usual-settings";
import { changeSetting } from "~/domain/settings/setting-changes.server";

const LAST_CHANGES = 5;

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Settings", "the settings");

export const loader = adminLoader(async ({ context: { db, now, channels, paymentProvider } }) => {
  const [budgets, values, changes] = await Promise.all([
    listBudgets(db, now),
    readSettings(db),
    listLastEntries(db, SETTING_NAMES, LAST_CHANGES),
  ]);
  const settings = SETTING_NAMES.map((name) => show(name, values[name], changes));
  const isShown: Partial<Record<SettingName, boolean>> = {
    commission: paymentProvider !== null,
    "fee-mode": paymentProvider !== null,
    "text-answers": channels.includes("sms"),
    budgets: budgets.some(({ channel }) => channels.includes(channel)),
  };
  const sentToday = budgets.map(
    ({ channel, budget, sent }) => `${CHANNEL_NAMES[channel]}: ${budget}, ${sent} sent today`,
  );
  return settings
    .filter(({ name }) => isShown[name] ?? true)
    .map((setting) => (setting.name === "budgets" ? { ...setting, text: sentToday.join("; ") } : setting));
});

function show<Name extends SettingName>(name: Name, value: SettingValues[Name], changes: AuditEntry[]) {
  const { title, describe, lead } = OFFICE_SETTINGS[name];
  return {
    name,
    title,
    text: describe(value),
    answers: asAnswers(name, value),
    lead,
    fields: fieldsOf(name),
    changes: changes.filter(({ subjectId }) => subjectId === name),
  };
}

/** A setting as its form is drawn with it: a box that isn't ticked is empty. */
function asAnswers(name: SettingName, value: object): Record<string, string> {
  const fields = fieldsOf(name);
  const answers = Object.entries(value).map(([part, one]) => [part, String(one)] as const);
  return Object.fromEntries(answers.map(([part, one]) => [part, isEmptyBox(fields[part]!, one) ? "" : one]));
}

const fieldsOf = (name: SettingName): Record<string, SettingField> => OFFICE_SETTINGS[name].fields;
const isEmptyBox = ({ kind }: SettingField, answer: string) => kind === "box" && answer !== "on";

/** An answer as the admin reads it. */
function wordsFor(field: SettingField, answer: string): string {
  if (field.kind === "time") return formatTime(Number(answer));
  if (field.kind === "box") return answer === "on" ? "ticked" : "not ticked";
  return (field.kind === "choice" && field.choices.find(([value]) => value === answer)?.[1]) || answer;
}

/** The value that the admin saw, as it is stored; undefined: a form that doesn't say it. */
function shownIn(form: FormData, name: SettingName): string | undefined {
  const drawn = readDrawn(form);
  if (!drawn) return undefined;
  const answers = Object.entries(drawn).filter(([, answer]) => answer !== "");
  const { data } = OFFICE_SETTINGS[name].form.safeParse(Object.fromEntries(answers));
  return data && JSON.stringify(data);
}

/** Changes a setting: one that moves money or access after a step-up, which one stolen session doesn't have (A24). */
export const action = adminAction("That didn't work", async (args) => {
  const { context, form, read, refused, goTo } = args;
  const name = parseSettingName(form.get("form"));
  if (!name) return null;
  const change = async () => {
    if (isPlainSetting(name))
      return changeSetting(context, await args.user, name, read(OFFICE_SETTINGS[name].form), shownIn(form, name));
    const { user, value } = await readSteppedUp(args, OFFICE_SETTINGS[name].form);
    const effects = name === "approval" ? followApproval : undefined;
    return changeSetting(context, user, name, value, shownIn(form, name), effects);
  };
  const result = await change();
  if (result.ok) return goTo("/admin-dashboard/settings", "savedAndLogged");
  const present = asAnswers(name, result.present);
  const words = Object.entries(fieldsOf(name)).map(([part, field]) => [part, wordsFor(field, present[part] ?? "")]);
  return refused({ ...result, present, words: Object.fromEntries(words) });
});

export default function AdminSettings() {
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Settings</h1>
      <section className="card" aria-label="Settings of the office">
        {useLoaderData<typeof loader>().map((setting) => (
          <SettingRow key={setting.name} {...setting} />
        ))}
        <div className="grid gap-1 border-t border-line p-4 leading-snug">
          <b>Office hours</b>
          <span>{company.hours.map(({ days, time }) => `${days} ${time}`).join(", ")}</span>
          <span className="text-sm text-ink-2">
            They are in the text of every public page. To change them, ask your developer.
          </span>
        </div>
      </section>
      <section className="card divide-y divide-line" aria-label="Your own settings">
        <NoticesRow />
        <SecurityRow />
      </section>
    </div>
  );
}

function SettingRow({ name, title, text, answers, lead, fields, changes }: ReturnType<typeof show>) {
  const reply = useDrawnReply(name, [...Object.keys(fields), ...STEP_UP_FIELDS], answers);
  const [last] = changes;
  return (
    <details
      id={name}
      className="border-t border-line first:border-t-0"
      open={reply.values["form"] === name || undefined}
    >
      <summary className="flex min-h-11 items-center gap-3 py-4 pl-4">
        <span className="grid min-w-0 flex-1 gap-1 leading-snug">
          <b>{title}</b>
          <span className="wrap-anywhere">{text}</span>
          <span className="text-sm text-ink-2">
            {last ? `${last.adminName} changed it ${formatInstant(last.at)}` : "Never changed"}
          </span>
        </span>
      </summary>
      <div className="grid gap-4 px-4 pb-5">
        <SteppedUpForm
          form={name}
          lead={lead}
          reply={reply}
          button={
            <>
              Save<span className="sr-only"> {title}</span>
            </>
          }
          className=""
        >
          {Object.entries(fields).map(([part, field]) => (
            <Part key={part} field={field} meta={reply.fields[part]!} />
          ))}
        </SteppedUpForm>
        {name === "email-frame" && <EmailPreview greeting={answers["greeting"]!} closing={answers["closing"]!} />}
        {changes.length > 0 && (
          <>
            <AuditList entries={changes} title="Last changes" />
            <TextLink
              to={`/admin-dashboard/log?setting=${name}`}
              className="justify-self-start"
              label="All its changes in the log"
            />
          </>
        )}
      </div>
    </details>
  );
}

const HALF_HOURS = Array.from({ length: 48 }, (_, at) => [String(30 * at), formatTime(30 * at)] as const);

function Part({ field, meta }: { field: SettingField; meta: FieldMeta }) {
  const { label, hint } = field;
  switch (field.kind) {
    case "choice":
      return <RadioField meta={meta} label={label} choices={field.choices} />;
    case "box":
      return (
        <label className="check">
          <input type="checkbox" name={meta.name} defaultChecked={meta.value === "on"} /> {label}
        </label>
      );
    case "time":
      return <SelectField meta={meta} label={label} choices={HALF_HOURS} />;
    case "number":
      return <TextField meta={meta} label={label} hint={hint} inputMode="numeric" autoComplete="off" />;
    case "text":
    case "link":
      return (
        <TextField
          meta={meta}
          label={label}
          hint={hint}
          optional={field.optional}
          maxLength={field.longest}
          autoComplete="off"
          {...(field.kind === "link" && ({ type: "url", inputMode: "url", placeholder: "https://" } as const))}
        />
      );
  }
}

const EmailPreview = ({ greeting, closing }: { greeting: string; closing: string }) => (
  <div className="grid gap-2 rounded-field border border-line p-4" aria-label="How emails read now" role="group">
    <p className="text-sm text-ink-2">How emails read now</p>
    <p>{greeting.replaceAll("{name}", "Rudo")}</p>
    <p className="text-ink-2">Tendai has confirmed your booking. (What the email is about)</p>
    {closing && <p>{closing}</p>}
    <p className="text-sm text-ink-2">
      {brand.name}, {formatPhone(brand.phone)}, {brand.email}
    </p>
  </div>
);
