/**
 * An inline illustration: where a page has several, a file each would cost more in requests than they
 * weigh. `svg` is one of our own files (`?raw`), never user input. `alt` describes the picture; without it the
 * illustration is decoration.
 */
export function Illustration({ svg, alt, className = "" }: { svg: string; alt?: string; className?: string }) {
  const naming = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return <div {...naming} className={`illustration ${className}`} dangerouslySetInnerHTML={{ __html: svg }} />;
}
