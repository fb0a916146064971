/** Our longest address carries the page to go on to: 500 characters, each at most 9 bytes when escaped twice. */
const LONGEST_ADDRESS = 8 * 1024;
const MOST_PARAMETERS = 50;

/** Whether an address is longer than any of ours. It is refused before anything parses it (S5). */
export function isTooLong({ pathname, search }: URL): boolean {
  return (
    pathname.length + search.length > LONGEST_ADDRESS || search.split("&", MOST_PARAMETERS + 1).length > MOST_PARAMETERS
  );
}
