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
    <div className="mx-auto w-full max-w-3xl">
      <ul className="carousel" tabIndex={0} aria-label="Testimonials">
        {quotes.map((quote, at) => (
          <li key={quote.id} id={`testimonial-${at + 1}`} className="card grid content-between gap-5 p-6">
            <blockquote className="text-lg">“{quote.feedback}”</blockquote>
            <div className="flex items-center justify-between gap-3">
              <p className="leading-snug">
                <b>{quote.name}</b>{" "}
                {quote.label && <span className="badge bg-copper-100 text-copper-700">{quote.label}</span>}
                <br />
                <span className="text-ink-2">{quote.role}</span>
              </p>
              <p className="flex gap-2">
                <a href={`#testimonial-${at === 0 ? quotes.length : at}`} className="chip">
                  <span aria-hidden="true" className="text-lg">
                    ‹
                  </span>
                  <span className="sr-only">Previous testimonial</span>
                </a>
                <a href={`#testimonial-${at + 1 === quotes.length ? 1 : at + 2}`} className="chip">
                  <span aria-hidden="true" className="text-lg">
                    ›
                  </span>
                  <span className="sr-only">Next testimonial</span>
                </a>
              </p>
            </div>
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
            <span aria-hidden="true">{initialsOf(quote.name)}</span>
            <span className="sr-only">Testimonial of {quote.name}</span>
          </a>
        ))}
      </p>
    </div>
  );
}
