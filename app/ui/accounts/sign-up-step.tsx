import type { ReactNode } from "react";

interface Props {
  number: 1 | 2;
  title: string;
  isOpen: boolean;
  /** Whether the other step stays open beside it: both have mistakes. */
  isBeside: boolean;
  children: ReactNode;
}

/**
 * A step of sign-up. Both are one form, whose closed parts are sent too: no answer is lost on the way there and back, and
 * it works without script. Closed, the second one is the button that leads on, the first one the way back.
 */
export const SignUpStep = ({ number, title, isOpen, isBeside, children }: Props) => (
  // What is in sight while the other step closes is the button that was pressed, not a field that goes.
  <details
    name={isBeside ? undefined : "step"}
    open={isOpen}
    className={`group/step ${number === 1 ? "[overflow-anchor:none]" : ""}`}
  >
    <summary className="list-none">
      <h2 className="hidden group-open/step:block">
        <span className="block text-base font-normal text-ink-2">Step {number} of 2</span>
        {title}
      </h2>
      {number === 1 ? (
        <span className="flex min-h-11 items-center justify-between gap-4 group-open/step:hidden">
          <b>{title}</b> <span className="button-link">Change</span>
        </span>
      ) : (
        <span className="button w-full group-open/step:hidden">Continue</span>
      )}
    </summary>
    <div className="grid gap-5 pt-5">{children}</div>
  </details>
);
