import { Form } from "@remix-run/react";
import type { LedgerFault } from "~/domain/escrow/ledger";
import { formatSum } from "~/domain/values/money";
import { FigureTable } from "../charts/figure-table";
import { SubmitButton } from "../forms/submit-button";

/** The ledger's differences, or that it wasn't checked, and the button to check it again. */
export const LedgerFaults = ({ isUnchecked, faults }: { isUnchecked: boolean; faults: LedgerFault[] }) => (
  <section className="card grid gap-3 border-danger p-5">
    <h2 className="text-danger">{isUnchecked ? "The ledger wasn't checked" : "The ledger doesn't add up"}</h2>
    <p>Payouts and refunds are stopped. Change nothing by hand: docs/operations.md says what to do.</p>
    {faults.length > 0 && (
      <FigureTable
        label="What differs"
        heads={["Account", "Stored", "Its transfers"]}
        rows={faults.map(({ account, stored, recomputed }) => [account, formatSum(stored), formatSum(recomputed)])}
      />
    )}
    <Form method="post">
      <SubmitButton name="intent" value="checkLedger" busy="Checking..." className="button-quiet">
        Check again
      </SubmitButton>
    </Form>
  </section>
);
