import { OWNER_FIELD } from "~/domain/values/user";
import { activeRegistration } from "~/service-worker/registration";

/** Subscribes this browser at its push service, and adds it to the session's user (N14). False where that failed. */
export async function subscribe(publicKey: string): Promise<boolean> {
  const { pushManager } = await activeRegistration();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription with an earlier key is removed first.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const owner = document.querySelector<HTMLInputElement>(`input[name=${OWNER_FIELD}]`)?.value ?? "";
  const body = new URLSearchParams({ endpoint: endpoint ?? "", ...keys, [OWNER_FIELD]: owner });
  return (await fetch("/push-devices", { method: "POST", body })).ok;
}
