import { useRouteLoaderData } from "@remix-run/react";
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import { Options, type OptionsProps } from "./options";
import type { SignedIn } from "../shell/response-context";
import { Icon } from "../shell/elements";
import type { FieldMeta } from "./form";

interface Frame {
  meta: FieldMeta;
  label: string;
  hint?: ReactNode;
  /** Marks it as optional; a text says more beside that. */
  optional?: boolean | string;
}

const errorId = (meta: FieldMeta) => `${meta.id}-error`;
const hintId = (meta: FieldMeta) => `${meta.id}-hint`;

export function controlProps({ meta, hint }: Pick<Frame, "meta" | "hint">) {
  const described = [hint && hintId(meta), (meta.error || meta.missing) && errorId(meta)].filter(Boolean).join(" ");
  return {
    id: meta.id,
    name: meta.name,
    "aria-invalid": meta.error ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

/** The props of a group of radio buttons, which a summary's link focuses. */
export const groupProps = (meta: FieldMeta) => ({
  id: meta.id,
  role: "radiogroup",
  tabIndex: -1,
  "aria-invalid": meta.error ? true : undefined,
  "aria-describedby": meta.error ? errorId(meta) : undefined,
});

const Field = ({ meta, label, hint, optional, children }: Frame & { children: ReactNode }) => (
  <div className="field">
    <label htmlFor={meta.id}>
      {label}{" "}
      {optional && (
        <span className="font-normal text-ink-3">({optional === true ? "optional" : `optional, ${optional}`})</span>
      )}
    </label>
    {hint && (
      <p id={hintId(meta)} className="hint">
        {hint}
      </p>
    )}
    {children}
    <FieldError meta={meta} />
  </div>
);

export function FieldError({ meta }: { meta: FieldMeta }) {
  const words = meta.error ?? meta.missing;
  return (
    words && (
      <p id={errorId(meta)} className="error" hidden={!meta.error} data-missing={meta.error ? undefined : ""}>
        <Icon name="circle-alert" className="mt-1 text-xs" /> {words}
      </p>
    )
  );
}

type TextProps = Frame & { unit?: string } & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ meta, label, hint, optional, unit, ...input }: TextProps) {
  const className = unit ? "input pl-6" : "input";
  const control = (
    <input className={className} {...input} {...controlProps({ meta, hint })} defaultValue={meta.value} />
  );
  return (
    <Field meta={meta} label={label} hint={hint} optional={optional}>
      {input.type === "password" ? (
        <div className="with-button">{control}</div>
      ) : unit ? (
        <div className="relative">
          <span aria-hidden="true" className="absolute inset-y-0 left-3 grid place-items-center text-ink-2">
            {unit}
          </span>
          {control}
        </div>
      ) : (
        control
      )}
    </Field>
  );
}

export function SuggestedField({ suggestions, ...field }: TextProps & { suggestions: readonly string[] }) {
  const list = `${field.meta.id}-list`;
  return (
    <>
      <TextField {...field} list={list} autoComplete="off" />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}

type AreaProps = Frame & TextareaHTMLAttributes<HTMLTextAreaElement>;

export const TextArea = ({ meta, label, hint, optional, ...area }: AreaProps) => (
  <Field meta={meta} label={label} hint={hint} optional={optional}>
    <textarea dir="auto" className="input" {...area} {...controlProps({ meta, hint })} defaultValue={meta.value} />
  </Field>
);

interface SelectProps extends Frame, OptionsProps {
  /** The words for no choice; left out: one is always chosen. */
  placeholder?: string;
  required?: boolean;
  autoFocus?: boolean;
  onChange?: () => void;
}

export const SelectField = ({ choices, placeholder, required, autoFocus, onChange, ...frame }: SelectProps) => (
  <Field {...frame}>
    <select
      className="input"
      required={required}
      autoFocus={autoFocus}
      {...controlProps(frame)}
      defaultValue={frame.meta.value ?? ""}
      onChange={onChange}
    >
      {placeholder && <option value="">{placeholder}</option>}
      <Options choices={choices} />
    </select>
  </Field>
);

interface RadioProps {
  meta: FieldMeta;
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
  isRow?: boolean;
}

export const RadioField = ({ meta, label, choices, isRow = false }: RadioProps) => (
  <fieldset {...groupProps(meta)} className={isRow ? "field flex flex-wrap gap-x-4" : "grid gap-1"}>
    <legend className="legend">{label}</legend>
    {choices.map(([value, words]) => (
      <label key={value} className="check">
        <input type="radio" name={meta.name} value={value} defaultChecked={value === meta.value} />
        <span className="font-normal">{words}</span>
      </label>
    ))}
    <FieldError meta={meta} />
  </fieldset>
);

interface SureProps {
  meta: FieldMeta;
  children?: string;
}

/** The tick that confirms what is unusual, or can't be undone. It is never kept: a form that comes back asks again. */
export const SureField = ({ meta, children = "I understand that this can't be undone." }: SureProps) => (
  <div className="field">
    <label className="check">
      <input type="checkbox" {...controlProps({ meta })} name="sure" />
      <span className="font-normal">{children}</span>
    </label>
    <FieldError meta={meta} />
  </div>
);

/** The email that a form's password belongs to, for password managers, which skip `hidden` fields. Without `email`: the user's. */
export function UsernameField({ email }: { email?: string }) {
  const root = useRouteLoaderData<{ user: SignedIn | null }>("root");
  const value = email ?? root?.user?.email ?? "";
  return (
    <input type="email" autoComplete="username" value={value} readOnly tabIndex={-1} aria-hidden className="sr-only" />
  );
}
