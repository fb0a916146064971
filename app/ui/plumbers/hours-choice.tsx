interface Props {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  choices: [number, string][];
}

export const HoursChoice = ({ id, name, label, value, choices }: Props) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <select id={id} name={name} className="input" defaultValue={value}>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  </div>
);
