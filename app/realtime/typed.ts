/** Whether something is typed on the page that reloading would lose. */
export const isTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].some(
    (field) => field.value !== field.defaultValue,
  );
