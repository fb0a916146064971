/**
 * The response for what doesn't exist and for what is not the viewer's, so that nobody can tell the two apart (B10,
 * A19).
 */
export const notFound = () => new Response("Not found", { status: 404 });

/** The one of `known` that an address names. Throws 404 for another. */
export function requireOneOf<Known extends string>(known: readonly Known[], name: string): Known {
  const found = known.find((one) => one === name);
  if (!found) throw notFound();
  return found;
}
