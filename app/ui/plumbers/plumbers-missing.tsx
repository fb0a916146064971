import { brand } from "~/brand";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import illustration from "../illustrations/no-plumbers.svg?url";
import { EmptyState } from "../elements/empty-state";

/** Replaces the list of plumbers when it can't be loaded. */
export function PlumbersMissing() {
  return (
    <EmptyState illustration={illustration} text="Plumbers can't be loaded right now.">
      <div className="flex flex-wrap justify-center gap-3">
        <a href="" className="button">
          Try again
        </a>
        <a href={telephoneLink(brand.phone)} className="button button-quiet">
          {formatPhone(brand.phone)}
        </a>
      </div>
    </EmptyState>
  );
}
