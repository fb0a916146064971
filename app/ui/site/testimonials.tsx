import { initialsOf } from "~/domain/values/text";

export interface Quote {
  id: string;
  name: string;
  role: string;
  feedback: string;
  /** A sample, shown and named as one until there are enough real testimonials. */
  label: string | null;
}

/** A carousel without script: it snaps while scrolling, and previous, next and the avatars link to its entries. */
export function Testimonials({ quotes }: { quotes: Quote[] }) {
  return (
    <>
      <ul className="carousel mx-auto max-w-3xl" tabIndex={0} aria-label="Testimonials">
        {quotes.map((quote, at) => (
          <li
            key={quote.id}
            id={`testimonial-${at + 1}`}
            className="card flex flex-wrap content-between items-center gap-3 p-6"
          >
            <blockquote className="w-full text-lg">“{quote.feedback}”</blockquote>
            <p className="flex-1 leading-snug text-ink-2">
              <b className="text-ink">{quote.name}</b>{" "}
              {quote.label && <span className="badge bg-copper-100 text-copper-700">{quote.label}</span>}
              <span className="block">{quote.role}</span>
            </p>
            <a
              href={`#testimonial-${at === 0 ? quotes.length : at}`}
              className="chip"
              aria-label="Previous testimonial"
            >
              ‹
            </a>
            <a
              href={`#testimonial-${at + 1 === quotes.length ? 1 : at + 2}`}
              className="chip"
              aria-label="Next testimonial"
            >
              ›
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex justify-center gap-2">
        {quotes.map((quote, at) => (
          <a
            key={quote.id}
            href={`#testimonial-${at + 1}`}
            className="grid size-11 place-items-center rounded-full bg-brand-100 font-bold text-brand-800 no-underline"
          >
            {initialsOf(quote.name)} <span className="sr-only">Testimonial of {quote.name}</span>
          </a>
        ))}
      </p>
    </>
  );
}
