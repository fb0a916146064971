import { useRevalidator } from "@remix-run/react";
import { useState, useSyncExternalStore } from "react";

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
