/** The answer for what does not exist, and for what is not the viewer's: nobody can tell the two apart (B10, A19). */
export const notFound = () => new Response("Not found", { status: 404 });
