import { useRef } from "react";
import { CHOICE_LENGTH } from "~/domain/values/text";
import { OTHER } from "~/domain/values/trade";
import { SelectField, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

interface ChoiceProps {
  choice: FieldMeta;
  other: FieldMeta;
  label: string;
  choices: readonly string[];
}

/** "Other" was chosen and nothing written: the error belongs to the text, not to the choice. */
export function whereTheErrorIs(choice: FieldMeta, other: FieldMeta): [FieldMeta, FieldMeta] {
  return choice.value === OTHER
    ? [
        { ...choice, error: undefined },
        { ...other, error: choice.error },
      ]
    : [choice, other];
}

/** A select whose last option reveals a text field (A2). */
export function ChoiceOrOther({ choice, other, label, choices }: ChoiceProps) {
  const name = label.toLowerCase();
  const [chosen, written] = whereTheErrorIs(choice, choice.value === OTHER ? other : { ...other, value: undefined });
  const text = useRef<HTMLDivElement>(null);
  // The text starts empty each time "Other" is chosen. `enhance.ts` does the same on pages without React.
  const clear = () => {
    const input = text.current?.querySelector("input");
    if (input) input.value = "";
  };
  return (
    <div className="with-other grid gap-3">
      <SelectField
        meta={chosen}
        label={label}
        choices={[...choices, OTHER]}
        placeholder={`Choose a ${name}`}
        onChange={clear}
      />
      <div className="other-text" ref={text}>
        <TextField
          meta={written}
          label={`Your ${name}`}
          maxLength={CHOICE_LENGTH}
          hint={`If you chose ${OTHER} above.`}
        />
      </div>
    </div>
  );
}
