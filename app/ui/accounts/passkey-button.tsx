import type { ReactNode } from "react";
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
