import { jobLine, STATIONS } from "~/domain/bookings/job-line";

interface Props {
  booking: Parameters<typeof jobLine>[0];
}

const WIDTH = 360;
/** Each station is in the middle of one of six equal columns, so that the words below them line up. */
const at = (station: number) => (station + 0.5) * (WIDTH / STATIONS.length);
const FIRST = at(0);
const LAST = at(STATIONS.length - 1);

/** Where a job stands, as a copper pipe that fills with water (B24), with the stations' names below it. */
export function JobLine({ booking }: Props) {
  const { reached, closed } = jobLine(booking);
  const station = STATIONS.indexOf(reached);
  return (
    <div className="job-line max-w-xl">
      <Pipe booking={booking} />
      <p className="text-center leading-tight sm:hidden" aria-hidden>
        <b className={closed ? "capitalize" : undefined}>{closed ?? reached}</b>
        {!closed && station + 1 < STATIONS.length && <span className="text-ink-3">, then {STATIONS[station + 1]}</span>}
      </p>
      <ol className="grid grid-cols-6 text-center text-[0.8125rem] leading-tight max-sm:sr-only">
        {STATIONS.map((name, index) => (
          <li
            key={name}
            aria-current={index === station ? "step" : undefined}
            className={index === station ? "font-bold" : index < station ? "text-ink-2" : "text-ink-3"}
          >
            {index === station && closed ? <span className="capitalize">{closed}</span> : name}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The pipe alone, which says in one name where the job stands: for rows of a list. */
export function Pipe({ booking }: Props) {
  const { reached, closed } = jobLine(booking);
  const station = STATIONS.indexOf(reached);
  return (
    <svg viewBox={`0 0 ${WIDTH} 36`} role="img" aria-label={closed ?? reached} className="block h-auto w-full">
      <rect x={FIRST} y="12" width={LAST - FIRST} height="12" className="fill-copper-100 stroke-copper-600" />
      <rect
        x={FIRST}
        y="15"
        width={closed ? 0 : at(station) - FIRST}
        height="6"
        className="fill-brand-600 transition-[width] duration-200"
      />
      {STATIONS.map((name, index) => (
        <g key={name} className={index <= station && !closed ? "fill-brand-600" : "fill-surface"}>
          <rect x={at(index) - 7} y="6" width="14" height="24" rx="4" className="fill-copper-100 stroke-copper-600" />
          <circle cx={at(index)} cy="18" r={index === station ? 10 : 5} className="stroke-copper-600" strokeWidth="2" />
          {index < station && !closed && (
            <path d={`M${at(index) - 3} 18l2 2 4-4`} fill="none" className="stroke-surface" strokeWidth="1.5" />
          )}
        </g>
      ))}
      {closed && (
        <path
          d={`M${FIRST - 5} 13l10 10m0-10l-10 10`}
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          className="stroke-danger"
        />
      )}
    </svg>
  );
}
