import { Icon } from "../elements/icon";
import type { FieldMeta } from "../forms/use-form-reply";

/** The place on the map, if the visitor's device tells it. Without script there is none: `enhance.ts` shows the button. */
export const PinField = ({ meta }: { meta: FieldMeta }) => (
  <div data-pin hidden className="justify-self-start">
    <input type="hidden" name={meta.name} defaultValue={meta.value ?? ""} />
    <button type="button" className="button button-quiet">
      <Icon name="map-pin" /> <span>{meta.value ? "Your place is marked" : "Use my location"}</span>
    </button>
  </div>
);
