/** Inputs that take no text: a key on them is not typed. */
const NOT_TYPED = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "file"]);

/** Whether a key is typed into a field, or part of a word that an input method is making. */
export function isTyping({ target, isComposing, keyCode }: KeyboardEvent): boolean {
  // Safari ends the word before it sends the key that ended it; 229 tells.
  if (isComposing || keyCode === 229) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return (
    target.isContentEditable || target.matches("textarea, select, [role=textbox], [role=combobox], [role=listbox]")
  );
}

/** Whether the key is already for something: a menu or a dialog, or the browser. */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || document.querySelector("dialog[open]") !== null;

/** Whether Ctrl, Alt or Cmd is held. Shift makes other keys, and is part of them. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;
