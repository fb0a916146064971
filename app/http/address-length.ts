/** Our longest URL carries a path to return to: 500 characters, each at most 9 bytes when escaped twice. */
const LONGEST_ADDRESS = 8 * 1024;
const MOST_PARAMETERS = 50;

/** Whether a URL is longer than any of ours, to refuse it before anything parses it (S5). */
export function isTooLong({ pathname, search }: URL): boolean {
  return (
    pathname.length + search.length > LONGEST_ADDRESS || search.split("&", MOST_PARAMETERS + 1).length > MOST_PARAMETERS
  );
}
