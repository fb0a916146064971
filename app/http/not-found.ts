/**
 * The response for what doesn't exist and for what is not the viewer's, so that nobody can tell the two apart (B10,
 * A19).
 */
export const notFound = () => new Response("Not found", { status: 404 });
