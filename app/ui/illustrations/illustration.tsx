/**
 * A drawing in the page itself: where several stand together, one file each would cost more in requests than they
 * weigh. `svg` is one of our own files (`?raw`), never anything that people wrote. `alt` says what is to be seen; without it the
 * drawing is decoration.
 */
export function Illustration({ svg, alt, className = "" }: { svg: string; alt?: string; className?: string }) {
  const naming = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return <div {...naming} className={`drawing ${className}`} dangerouslySetInnerHTML={{ __html: svg }} />;
}
