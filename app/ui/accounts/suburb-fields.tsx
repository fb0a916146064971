import { suburbsOf } from "~/content/suburbs";
import { SUBURBS_SERVED } from "~/domain/values/cities";
import { PLACE_LENGTH, SUBURBS_LENGTH } from "~/domain/values/lengths";
import { SuggestedField, TextArea } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

export const SUBURB_FIELDS = ["suburb", "servedSuburbs"] as const;

/** Where a plumber works (D14). */
export const SuburbFields = ({
  fields,
  city,
}: {
  fields: Record<(typeof SUBURB_FIELDS)[number], FieldMeta>;
  city: string;
}) => (
  <>
    <SuggestedField
      meta={fields.suburb}
      label="Suburb where you are based"
      suggestions={suburbsOf(city)}
      maxLength={PLACE_LENGTH}
      optional
    />
    <TextArea
      meta={fields.servedSuburbs}
      label="Other suburbs you serve"
      hint={`With commas between them, at most ${SUBURBS_SERVED}.`}
      maxLength={SUBURBS_LENGTH}
      rows={2}
      optional
    />
  </>
);
