/** The ETag of a body: the same for the same bytes. */
export async function etagOf(body: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).slice(0, 12);
  return `W/"${btoa(String.fromCharCode(...digest))}"`;
}

/** Whether the browser says that it has what this ETag names: then 304 saves it on metered data. */
export const hasCopy = (request: Request, etag: string): boolean =>
  request.headers.get("If-None-Match")?.split(/,\s*/).includes(etag) ?? false;
