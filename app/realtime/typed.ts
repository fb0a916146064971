/** Whether something is typed, ticked or chosen on the page that reloading would lose. */
export const isTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement & HTMLOptionElement>("input, textarea, option")].some(
    ({ type, checked, defaultChecked, value, defaultValue, selected, defaultSelected, index }) =>
      // Without a value of its own a tick has "on", and "" as the one it came with.
      checked !== defaultChecked ||
      (index === undefined && value !== defaultValue && !/checkbox|radio/.test(type)) ||
      // A list without a marked option comes with its first.
      (selected !== defaultSelected && !(selected && index === 0)),
  );
