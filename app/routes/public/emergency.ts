/** The address that people guess and print. */
export const loader = () => new Response(null, { status: 301, headers: { Location: "/services/emergency" } });
