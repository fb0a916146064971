import { isDone, jobLine } from "~/domain/bookings/job-line";

/** The state of a job (B24), as a copper pipe that fills with water. Its stations line up with their names' columns. */
export function JobLine({ booking }: { booking: Parameters<typeof jobLine>[0] }) {
  const line = jobLine(booking);
  const { names, reached, current, isClosed } = line;
  const at = (station: number) => `${((station + 0.5) * 100) / names.length}%`;
  return (
    <div className="job-line">
      <svg width="100%" height="40" role="img" aria-label={names[current]} className="block">
        <rect x="-1%" y="11" width="102%" height="18" strokeWidth="2" className="fill-copper-100 stroke-copper-600" />
        <rect y="15" width={at(reached - 1)} height="10" className="fill-brand-600 transition-[width]" />
        {names.map((name, station) => (
          <svg key={name} x={at(station)} y="20" overflow="visible">
            <rect x="-7" y="-15" width="14" height="30" rx="4" className="fill-copper-100 stroke-copper-600" />
            {isClosed && station === current ? (
              <Valve />
            ) : (
              <circle
                r={station === current ? 12 : isDone(line, station) ? 9 : 5}
                strokeWidth="2"
                className={`stroke-copper-600 ${isDone(line, station) ? "fill-brand-600" : "fill-surface"}`}
              />
            )}
            {station !== current && isDone(line, station) && (
              <path d="M-4 0l3 3 5-6" fill="none" strokeWidth="2" className="stroke-surface" />
            )}
          </svg>
        ))}
      </svg>
      <p className="text-center leading-tight sm:hidden" aria-hidden>
        {isClosed && <span className="text-ink-3">{names[current - 1]}, then </span>}
        <b>{names[current]}</b>
        {!isClosed && current + 1 < names.length && <span className="text-ink-3">, next: {names[current + 1]}</span>}
      </p>
      <ol className="grid grid-cols-6 text-center text-sm leading-tight max-sm:sr-only">
        {names.map((name, station) => (
          <li
            key={name}
            aria-current={station === current ? "step" : undefined}
            className={station === current ? "font-bold" : isDone(line, station) ? "text-ink-2" : "text-ink-3"}
          >
            {name}
          </li>
        ))}
      </ol>
    </div>
  );
}

const Valve = () => (
  <g strokeWidth="4" strokeLinecap="round" className="stroke-danger">
    <path d="M-10 -17h20M0 -17v30" />
    <path d="M0 -9v20" strokeWidth="8" />
  </g>
);
