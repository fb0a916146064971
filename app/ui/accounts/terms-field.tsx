import { FieldError } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

/** The tick that accepts the terms (A20). */
export function TermsField({ meta }: { meta: FieldMeta }) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" name="terms" id={meta.id} defaultChecked={meta.value === "on"} />
        <span className="font-normal">
          I accept the <a href="/terms">terms</a> and <a href="/privacy">policy</a> of this site.
        </span>
      </label>
      <FieldError meta={meta} />
    </div>
  );
}
