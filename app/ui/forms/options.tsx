export interface OptionsProps {
  choices: readonly (string | readonly [value: string, words: string])[];
}

export const Options = ({ choices }: OptionsProps) =>
  choices.map((choice) => {
    const [value, words] = typeof choice === "string" ? [choice, choice] : choice;
    return (
      <option key={value} value={value}>
        {words}
      </option>
    );
  });
