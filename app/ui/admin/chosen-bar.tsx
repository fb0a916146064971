import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { BulkAction } from "~/domain/admin/lists/office-lists";
import { useHasScript } from "../elements/use-has-script";
import { withKey } from "./shortcuts";

/** The form that the checkboxes of chosen bookings belong to. */
export const CHOSEN_FORM = "chosen";

const ACTIONS: { action: BulkAction; label: string; key: string }[] = [
  { action: "remind", label: "Remind", key: "r" },
  { action: "reassign", label: "Reassign", key: "a" },
  { action: "cancel", label: "Cancel", key: "d" },
];

/**
 * What the office does with chosen bookings (O29): at the lower edge of the screen while some are, and without script always
 * below the table. Each button leads to a page that asks first. `back`: the list's query, which is returned to.
 */
export function ChosenBar({ back }: { back: string }) {
  const { key } = useLocation();
  const hasScript = useHasScript();
  const form = useRef<HTMLFormElement>(null);
  const [count, setCount] = useState(0);
  useEffect(() => {
    const recount = () => setCount([...(form.current?.elements ?? [])].filter((box) => box.matches(":checked")).length);
    recount();
    document.addEventListener("change", recount);
    return () => document.removeEventListener("change", recount);
  }, [key]);
  return (
    <Form
      ref={form}
      id={CHOSEN_FORM}
      method="post"
      reloadDocument
      aria-label="Chosen bookings"
      className={hasScript ? "office-chosen is-floating" : "office-chosen"}
      hidden={hasScript && count === 0}
    >
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="intent" value="choose" />
      <span aria-live="polite">{hasScript ? `${count} chosen` : "With the chosen ones:"}</span>
      {ACTIONS.map(({ action, label, key }) => (
        <button
          key={action}
          formAction={`/admin-dashboard/bookings/chosen/${action}`}
          className="button button-quiet office-action"
          {...withKey(key)}
        >
          {label}
        </button>
      ))}
      <button formAction="/admin-dashboard/bookings/chosen/export" className="button button-quiet office-action">
        Export
      </button>
      {hasScript && (
        <button
          type="button"
          className="button-link"
          onClick={() => {
            form.current?.reset();
            setCount(0);
          }}
        >
          Clear
        </button>
      )}
    </Form>
  );
}
