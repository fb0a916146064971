import { useEffect, useRef, type ReactNode } from "react";
import { CODE_LENGTH } from "~/domain/values/text";
import type { Reason } from "~/http/refusals";
import { TextField, UsernameField } from "../forms/field";
import { TallLink } from "../shell/elements";
import type { FieldMeta } from "../forms/form";
import type { PasskeyPurpose } from "./passkey-buttons";

/** The button that asks the browser for a passkey and sends its form. Hidden until a script says that there are any. */
export function PasskeyButton({ purpose, children }: { purpose: PasskeyPurpose; children: ReactNode }) {
  return (
    <div>
      <input type="hidden" name="passkey" />
      <button type="button" data-passkey={purpose} hidden className="button button-quiet w-full">
        {children}
      </button>
      <p role="alert" className="error" hidden />
    </div>
  );
}

export const STEP_UP_FIELDS = ["factorCode", "factorPassword"] as const;
type StepUpField = (typeof STEP_UP_FIELDS)[number];

const ASKED_FIELDS: Partial<Record<Reason, StepUpField>> = {
  stepUpRequired: "factorCode",
  wrongFactor: "factorCode",
  passwordStepUpRequired: "factorPassword",
  wrongPassword: "factorPassword",
};

interface StepUpProps {
  fields: Record<StepUpField, FieldMeta>;
  reason: Reason | null;
  /** The proof that the page knows its form will ask for (`stepUpAsked`). */
  asks?: Reason | null;
}

/** In a form whose user has not shown lately that it is them (A24): how they do. */
export function StepUpFields({ fields, reason, asks = null }: StepUpProps) {
  const asked = (reason && ASKED_FIELDS[reason]) ?? (asks && ASKED_FIELDS[asks]) ?? undefined;
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked === "factorCode")
      void import("./passkey-buttons").then(({ offerPasskeys }) => part.current && offerPasskeys(part.current));
  }, [asked]);
  if (reason === "factorRequired") return <TallLink to="/security">Turn on two-step sign-in</TallLink>;
  if (!asked) return null;
  return (
    <div ref={part} className="grid gap-4">
      {asked === "factorCode" ? (
        <>
          <TextField
            meta={fields.factorCode}
            label="Code of your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
          />
          <PasskeyButton purpose="stepUp">Use a passkey instead</PasskeyButton>
        </>
      ) : (
        <>
          <UsernameField />
          <TextField
            meta={fields.factorPassword}
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
        </>
      )}
    </div>
  );
}
