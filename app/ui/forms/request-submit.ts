/** Gives forms `requestSubmit` before Safari 16: it presses the form's own button, which does the same. */
export function addRequestSubmit(): void {
  HTMLFormElement.prototype.requestSubmit ??= function (this: HTMLFormElement, button?: HTMLElement | null) {
    (button ?? this.querySelector<HTMLElement>("button:not([type=button])"))?.click();
  };
}
