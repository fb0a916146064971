/** Whether something is typed, ticked or chosen on the page that reloading would lose. */
export const isTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea")].some(
    ({ type, checked, defaultChecked, value, defaultValue }) =>
      // Without a value of its own a tick has "on", and "" as the one it came with.
      checked !== defaultChecked || (value !== defaultValue && !/checkbox|radio/.test(type)),
  ) || [...document.querySelectorAll("select")].some(isChosen);

/** Where no option is marked as chosen, a list comes with its first. */
const isChosen = ({ options, selectedIndex }: HTMLSelectElement): boolean =>
  selectedIndex !==
  Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );
