export type PasskeyPurpose = "create" | "signIn" | "secondStep" | "stepUp";

export function offerPasskeys(root: Document | HTMLElement): void {
  // Older browsers, and pages that aren't on TLS, have none.
  if (!self.PublicKeyCredential?.parseRequestOptionsFromJSON) return;
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-passkey]")) {
    const input = button.parentElement?.querySelector("input");
    const problem = button.parentElement?.querySelector("p");
    if (!input || !problem) continue;
    button.hidden = false;
    // A form that is of no use without.
    if (button.form) button.form.hidden = false;
    button.onclick = async () => {
      problem.hidden = true;
      try {
        input.value = await askForPasskey(button.dataset["passkey"] ?? "");
        // As its own button sends it: what it does may be that button's value.
        button.form?.requestSubmit(button.form.querySelector<HTMLElement>("button:not([type=button])"));
      } catch {
        problem.hidden = false;
        problem.textContent = "That didn't work. Please try again, or use another way.";
      }
    };
  }
}

async function askForPasskey(purpose: string): Promise<string> {
  const response = await fetch("/passkey-challenges", { method: "POST", body: new URLSearchParams({ purpose }) });
  if (!response.ok) throw new Error();
  const credential =
    purpose === "create"
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(await response.json()),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(await response.json()),
        });
  return JSON.stringify((credential as PublicKeyCredential).toJSON());
}
