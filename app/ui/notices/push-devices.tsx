import { Form } from "@remix-run/react";
import type { PushDevice } from "~/domain/notices/push/push-device";
import { formatInstant } from "~/domain/time/harare";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { usePush, type PushState } from "./use-push";

interface Props {
  publicKey: string;
  devices: PushDevice[];
}

/** Someone's devices, and the button that adds the one in use (N14). */
export function PushDevices({ publicKey, devices }: Props) {
  const { message } = useFormReply("devices", []);
  return (
    <section id="devices" className="card grid gap-4 p-4 sm:p-5">
      <h2>Devices</h2>
      <ProblemSummary message={message} />
      <p className="text-ink-2">Notifications come at once, even when Pombi is closed.</p>
      {!devices.some(({ isThis }) => isThis) && <ThisDevice publicKey={publicKey} />}
      {devices.length > 0 && (
        <ul className="grid">
          {devices.map(({ id, name, createdAt, isThis }) => (
            <li key={id} className="grid gap-2 border-t border-line py-3 sm:grid-cols-[1fr_auto] sm:items-center">
              <span>
                <b>{name}</b>
                {isThis && ", this device"}
                <span className="block text-sm text-ink-3">Added {formatInstant(createdAt)}</span>
              </span>
              <Form method="post" className="flex gap-2">
                <SubmitButton name="intent" value={`test:${id}`} busy="Sending..." className="button-quiet">
                  Send a test
                </SubmitButton>
                <SubmitButton name="intent" value={`remove:${id}`} busy="Removing..." className="button-quiet">
                  Remove
                </SubmitButton>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const HINTS: Partial<Record<PushState, string>> = {
  denied:
    "This browser blocks notifications from Pombi. To change that, open its settings for this site (beside the address), allow notifications, and load this page again.",
  unsupported: "This browser can't show notifications.",
  failed: "That didn't work. Please check your connection and try again.",
};
const ON_APPLE =
  "On an iPhone or iPad, first add Pombi to your Home Screen (Share, Add to Home Screen), and open it there.";

function ThisDevice({ publicKey }: { publicKey: string }) {
  const { state, turnOn } = usePush(publicKey);
  const isApple = state === "unsupported" && /iPhone|iPad/.test(navigator.userAgent);
  const hint = isApple ? ON_APPLE : HINTS[state];
  return (
    <div className="grid gap-3">
      {hint && (
        <p role="status" className="text-ink-2">
          {hint}
        </p>
      )}
      {(state === "ready" || state === "asking" || state === "failed") && (
        <button
          type="button"
          className="button justify-self-start"
          aria-busy={state === "asking"}
          onClick={() => void turnOn()}
        >
          Turn on for this device
        </button>
      )}
      <noscript>To add this device, switch on JavaScript in your browser.</noscript>
    </div>
  );
}
