import type { ReactNode } from "react";
import type { Replacement } from "~/domain/bookings/booking-views";
import { TextLink } from "../shell/elements";

/** The bookings that one replaces and is replaced by (B31), as rows of its facts. `list`: where bookings have their pages. */
export const replacementFacts = (replacements: readonly Replacement[], list: string) =>
  replacements.map(({ id, reference, isLater }): [string, ReactNode] => [
    isLater ? "Replaced by" : "Replaces",
    <TextLink key={id} to={`${list}/${id}`} label={reference} />,
  ]);
