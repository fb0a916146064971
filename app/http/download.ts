/** A table as CSV for its viewer alone, which the browser saves and no cache keeps. `name` is without `.csv`. */
export const csvDownload = (name: string, table: string | ReadableStream<Uint8Array>): Response =>
  new Response(table, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="pombi-${name}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
