import { SERVICE_TYPES } from "~/domain/bookings/booking";
import { SelectField, SuggestedField, TextArea, TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";

/** What every request on the site asks for besides its time (B4, B5). */
export const REQUEST_FIELDS = ["serviceType", "suburb", "street", "notes"] as const;
type Fields = Record<(typeof REQUEST_FIELDS)[number], FieldMeta>;

/** What is broken, and what the plumber should know. */
export const ProblemFields = ({ fields }: { fields: Fields }) => (
  <>
    <SelectField
      meta={fields.serviceType}
      label="What's the problem?"
      choices={SERVICE_TYPES}
      placeholder="Choose a service"
    />
    <TextArea
      meta={fields.notes}
      label="Tell the plumber more"
      hint="What is broken, since when, and how to find the door."
      maxLength={1000}
      optional
    />
  </>
);

/** The address in two parts: the suburb from a list or in own words, and the street. */
export const AddressFields = ({ fields, suburbs }: { fields: Fields; suburbs: readonly string[] }) => (
  <>
    <SuggestedField meta={fields.suburb} label="Suburb" suggestions={suburbs} maxLength={60} />
    <TextField
      meta={fields.street}
      label="Street or landmark"
      hint="Your street is shared when the plumber confirms."
      autoComplete="street-address"
      maxLength={240}
    />
  </>
);
