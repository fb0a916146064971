/** After a refused move too: what stands on the page is then what has changed meanwhile. */
export const alwaysRevalidate = () => true;
