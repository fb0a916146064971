import type { FieldMeta } from "../forms/form";

interface Props {
  meta: Pick<FieldMeta, "id" | "name" | "value">;
  label: string;
  choices: [minutes: number, words: string][];
}

export const HoursChoice = ({ meta: { id, name, value }, label, choices }: Props) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <select id={id} name={name} className="input" defaultValue={value}>
      {choices.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
