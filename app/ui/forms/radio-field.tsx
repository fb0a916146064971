import { FieldError } from "./field";
import type { FieldMeta } from "./use-form-reply";

interface Props {
  meta: FieldMeta;
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
  isRow?: boolean;
}

export const RadioField = ({ meta, label, choices, isRow = false }: Props) => (
  <fieldset className={isRow ? "flex flex-wrap gap-x-6" : "grid gap-1"}>
    <legend className="legend">{label}</legend>
    {choices.map(([value, words], index) => (
      <label key={value} className="check">
        <input
          type="radio"
          name={meta.name}
          value={value}
          id={index === 0 ? meta.id : undefined}
          defaultChecked={value === meta.value}
        />
        <span className="font-normal">{words}</span>
      </label>
    ))}
    <FieldError meta={meta} />
  </fieldset>
);
