import { FieldError } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";
import type { FormReply } from "~/http/forms";
import { useLastActionData } from "../elements/use-sticky-value";

/** Boxes of which one at least is to be ticked. Each is a field of its own, `name-value`, so that it stays as it was sent. */
export function TickBoxes({
  meta,
  legend,
  boxes,
}: {
  meta: FieldMeta;
  legend: string;
  boxes: readonly { value: string; name: string; hint?: string }[];
}) {
  const given = useLastActionData<Partial<FormReply>>()?.values;
  return (
    <fieldset className="field" id={meta.id}>
      <legend className="font-semibold">{legend}</legend>
      {boxes.map(({ value, name, hint }) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            name={`${meta.name}-${value}`}
            defaultChecked={given?.[`${meta.name}-${value}`] === "on"}
            aria-invalid={meta.error ? true : undefined}
          />{" "}
          <span>
            {name}
            {hint && <span className="block text-sm font-normal text-ink-3">{hint}</span>}
          </span>
        </label>
      ))}
      <FieldError meta={meta} />
    </fieldset>
  );
}
