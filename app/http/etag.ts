/** Whether the browser says that it has what this ETag names: then 304 saves it on metered data. */
export const hasCopy = (request: Request, etag: string): boolean =>
  request.headers.get("If-None-Match")?.split(/,\s*/).includes(etag) ?? false;
