import type { ReactNode } from "react";
import { suburbsOf, SUBURBS_WITH_CITIES } from "~/content/suburbs";
import { SERVICE_TYPES } from "~/domain/bookings/booking";
import { CITIES } from "~/domain/values/cities";
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

/** Where: the city and the suburb by `children`, then the street. */
export const AddressFields = ({ fields, children }: { fields: Fields; children: ReactNode }) => (
  <>
    {children}
    <TextField
      meta={fields.street}
      label="Street or landmark"
      hint="Your street is shared when the plumber confirms."
      autoComplete="street-address"
      maxLength={240}
    />
  </>
);

/** The suburb, from a list or in own words, in the city of the plumber. */
export const SuburbField = ({ suburb, city }: { suburb: FieldMeta; city: string }) => (
  <SuggestedField meta={suburb} label="Suburb" hint={`In ${city}.`} suggestions={suburbsOf(city)} maxLength={60} />
);

/** City and suburb, where no plumber says which city: from lists or in own words. */
export const CityAndSuburbFields = ({ city, suburb }: { city: FieldMeta; suburb: FieldMeta }) => (
  <>
    <SuggestedField meta={suburb} label="Suburb" suggestions={SUBURBS_WITH_CITIES} maxLength={60} />
    <SuggestedField
      meta={city}
      label="City"
      hint="Needed when more than one city has this suburb, such as Hillside."
      suggestions={CITIES}
      maxLength={60}
    />
  </>
);
