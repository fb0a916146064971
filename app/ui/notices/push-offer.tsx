import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon, Link } from "../shell/elements";
import { useRevalidator } from "@remix-run/react";

interface Props {
  publicKey: string;
  dashboard: string;
  /** The reason to turn notifications on. */
  children: string;
}

const YEAR = 365 * 24 * 60 * 60;

/** Offers notifications in one quiet line (N14), drawn by the server, so that nothing moves once the script runs. */
export function PushOffer({ publicKey, dashboard, children }: Props) {
  const { state, turnOn } = usePush(publicKey);
  const [isDeclined, setDeclined] = useState(false);
  const isImpossible = state === "unsupported" || state === "denied";
  useEffect(() => {
    // A "no" holds for good: `findPushOffer` reads it.
    if (isImpossible || isDeclined) document.cookie = `push-declined=1; Path=/; Secure; SameSite=Lax; Max-Age=${YEAR}`;
  }, [isImpossible, isDeclined]);
  if (isImpossible || isDeclined) return null;
  return (
    <div className="notice notice-info sm:items-center noscript:hidden print:hidden">
      <Icon name="bell" className="mt-1" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2 sm:flex sm:items-center sm:justify-between">
        <p>{state === "failed" ? "That didn't work. Please try again." : children}</p>
        <Link
          to={`${dashboard}/settings/notifications#devices`}
          className="button button-quiet flex-none"
          aria-busy={state === "asking"}
          onClick={(event) => {
            event.preventDefault();
            void turnOn();
          }}
        >
          Turn on
        </Link>
      </div>
      <button
        type="button"
        aria-label="No, thank you"
        className={`-m-2 grid size-11 flex-none place-items-center ${state === "unknown" ? "invisible" : ""}`}
        onClick={() => setDeclined(true)}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

/** The state of notifications in this browser; "unknown" on the server, "failed" where turning them on broke. */
export type PushState = "unknown" | "unsupported" | "denied" | "ready" | "asking" | "failed";

function readState(): PushState {
  if (!("PushManager" in window && "serviceWorker" in navigator && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "ready";
}

const never = () => () => undefined;

/** Turns notifications on in this browser (N14), which asks only once the user has pressed the button. */
export function usePush(publicKey: string): { state: PushState; turnOn: () => Promise<void> } {
  const state = useSyncExternalStore(never, readState, () => "unknown" as const);
  const [step, setStep] = useState<"asking" | "failed" | null>(null);
  const { revalidate } = useRevalidator();

  async function turnOn() {
    setStep("asking");
    const isOn =
      (await Notification.requestPermission()) === "granted" &&
      (await import("./subscribe").then(({ subscribe }) => subscribe(publicKey)).catch(() => false));
    if (isOn) revalidate();
    setStep(isOn || Notification.permission !== "granted" ? null : "failed");
  }

  return { state: state === "ready" && step ? step : state, turnOn };
}
