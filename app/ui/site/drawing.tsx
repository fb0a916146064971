/**
 * A drawing in the page itself: where several stand together, one file each would cost more in requests than they
 * weigh. `svg` is one of our own files (`?raw`), never anything that people wrote.
 */
export function Drawing({ svg }: { svg: string }) {
  return <div aria-hidden="true" className="drawing" dangerouslySetInnerHTML={{ __html: svg }} />;
}
