import { brand } from "~/brand";
import { company } from "~/company";
import type { AuditEntry } from "~/domain/audit-log/audit-log";
import type { SettingField, SettingName } from "~/domain/settings/office-settings";
import { formatInstant, formatTime } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import type { FormReply } from "~/http/forms";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { Icon } from "../elements/icon";
import { useLastActionData } from "../elements/use-sticky-value";
import { TextField } from "../forms/field";
import { RadioField } from "../forms/radio-field";
import { useFormReply, type FieldMeta } from "../forms/use-form-reply";
import { HoursChoice } from "../plumbers/hours-choice";
import { Link } from "../shell/link";
import { AuditList } from "./audit-list";

/** A setting of the office as its page shows it. */
export interface ShownSetting {
  name: SettingName;
  title: string;
  /** What it is now, in words. */
  text: string;
  /** Its parts, as its fields hold them. */
  value: Record<string, string>;
  /** The same as the admin saw it: of two who change a setting, the second is told. */
  shown: string;
  lead: string | undefined;
  fields: Record<string, SettingField>;
  /** Its last changes, newest first. */
  changes: AuditEntry[];
}

/** What the office has set, a row each (O18). */
export const OfficeSettings = ({ settings }: { settings: ShownSetting[] }) => (
  <section className="card" aria-label="Settings of the office">
    {settings.map((setting) => (
      <SettingRow key={setting.name} setting={setting} />
    ))}
    <div className="grid gap-0.5 border-t border-line p-4 leading-snug">
      <b>Office hours</b>
      <span>{company.hours.map(({ days, time }) => `${days} ${time}`).join(", ")}</span>
      <span className="text-sm text-ink-2">
        They are in the text of every public page. To change them, ask whoever publishes the site.
      </span>
    </div>
  </section>
);

/** What a setting is and who changed it when; opened, its form and its last changes. */
function SettingRow({ setting }: { setting: ShownSetting }) {
  const { name, title, text, value, changes } = setting;
  const sent = useLastActionData<Partial<FormReply>>()?.values;
  const given = sent?.["form"] === name ? sent : undefined;
  const [last] = changes;
  return (
    <details id={name} className="border-t border-line first:border-t-0" open={given !== undefined || undefined}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 p-4">
        <span className="grid min-w-0 flex-1 gap-0.5 leading-snug">
          <b>{title}</b>
          <span className="wrap-anywhere">{text}</span>
          <span className="text-sm text-ink-2">
            {last ? `${last.adminName} changed it ${formatInstant(last.at)}` : "Never changed"}
          </span>
        </span>
        <Icon name="chevron-down" />
      </summary>
      <div className="grid gap-4 px-4 pb-5">
        <SettingForm {...setting} given={given} />
        {name === "email-frame" && <EmailPreview greeting={value["greeting"]!} closing={value["closing"]!} />}
        {changes.length > 0 && (
          <>
            <AuditList entries={changes} title="Last changes" />
            <Link to={`/admin-dashboard/log?setting=${name}`} className="button-link justify-self-start">
              All its changes in the log
            </Link>
          </>
        )}
      </div>
    </details>
  );
}

/** The form of a setting; `given` is what it was sent with. */
function SettingForm({
  name,
  title,
  value,
  shown,
  lead,
  fields,
  given,
}: ShownSetting & { given: Record<string, string> | undefined }) {
  const reply = useFormReply(name, [...Object.keys(fields), ...STEP_UP_FIELDS], value);
  return (
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
      <input type="hidden" name="shown" value={shown} />
      {Object.entries(fields).map(([part, field]) => {
        const meta = reply.fields[part]!;
        // A box that isn't ticked isn't sent.
        return <Part key={part} field={field} meta={given ? { ...meta, value: given[part] } : meta} />;
      })}
    </SteppedUpForm>
  );
}

const HALF_HOURS = Array.from({ length: 48 }, (_, at): [number, string] => [30 * at, formatTime(30 * at)]);

/** A part of a setting's value. */
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
      return <HoursChoice meta={meta} label={label} choices={HALF_HOURS} />;
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
