import type { Instant } from "../time/harare";
import type { OnlineMethod } from "./online-method";

/** A payment as the provider is asked to start it. */
export interface PaymentToStart {
  /** Ours; the provider finds the payment by it when its answer gets lost. */
  id: string;
  /** Cents. */
  amount: number;
  method: OnlineMethod;
  /** `0771234567`; null: a card. */
  phone: string | null;
  /** The payer's; the provider asks for one. */
  email: string;
  /** What the payer reads: "Pombi PB-7K3QF2". */
  description: string;
  /** Where the provider sends the payer's browser back to, and where it posts each change. */
  returnUrl: string;
  resultUrl: string;
}

/** What came of starting a payment. `lost`: there was no answer to trust, and it may have been started or not. */
export type StartAnswer =
  | {
      status: "started";
      pollUrl: string;
      /** The provider's page, for a card. */
      checkoutUrl: string | null;
      instructions: string | null;
      /** InnBucks: what the payer enters. */
      code: string | null;
      codeExpiresAt: Instant | null;
      providerReference: string | null;
    }
  /** `reason`: in the provider's words. */
  | { status: "refused"; reason: string }
  | { status: "lost" };

/** The state of a payment at the provider. */
export interface ProviderStatus {
  /** Our id of it. */
  id: string;
  status: "open" | "paid" | "cancelled" | "failed" | "refunded" | "disputed";
  /** What was, or is to be, paid, in cents. */
  amount: number;
  providerReference: string | null;
  /** Where to ask next; only a trace tells. */
  pollUrl: string | null;
}

/** A payment provider (M10). Its answers count only where they are proved to be its own. */
export interface PaymentProvider {
  name: string;
  /** The origin that the pay page may lead to (CSP). */
  origin: string;
  start(payment: PaymentToStart): Promise<StartAnswer>;
  /** Asks for a payment's state, also long after it was paid; null: no answer to trust. */
  poll(pollUrl: string): Promise<ProviderStatus | null>;
  /** Finds a payment by our id; "none": the provider never had it; null: no answer to trust. */
  trace(id: string): Promise<ProviderStatus | "none" | null>;
  /** Reads what the provider posts; null: it is not the provider's. */
  readUpdate(body: string): Promise<ProviderStatus | null>;
}
