/** The longest address of ours has a page to go on to, of at most 500 characters, each at most 9 bytes when escaped twice. */
const LONGEST_ADDRESS = 8 * 1024;
const MOST_PARAMETERS = 50;

/** Whether an address is longer than any of ours: it is refused before anything takes it apart. */
export function isTooLong({ pathname, search }: URL): boolean {
  return (
    pathname.length + search.length > LONGEST_ADDRESS || search.split("&", MOST_PARAMETERS + 1).length > MOST_PARAMETERS
  );
}
