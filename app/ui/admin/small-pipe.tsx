import { jobLine, STATIONS } from "~/domain/bookings/job-line";

const STEP = 20;
const LENGTH = STEP * (STATIONS.length - 1);

/** The copper pipe for a row of a list (B24): four strokes, and one name for where the job stands. */
export function SmallPipe({ booking }: { booking: Parameters<typeof jobLine>[0] }) {
  const { reached, closed } = jobLine(booking);
  const station = STATIONS.indexOf(reached);
  const all = `M6 6h${LENGTH}`;
  const filled = `M6 6h${closed ? 0 : station * STEP}`;
  return (
    <svg
      viewBox={`0 0 ${LENGTH + 12} 12`}
      role="img"
      aria-label={closed ?? reached}
      fill="none"
      strokeLinecap="round"
      className="h-3 w-28"
    >
      <path d={all} strokeWidth="4" className="stroke-copper-600" />
      <path d={all} strokeWidth="9" strokeDasharray={`0 ${STEP}`} className="stroke-copper-600" />
      {closed ? (
        <path d="M2 2l8 8m0-8l-8 8" strokeWidth="3" className="stroke-danger" />
      ) : (
        <>
          <path d={filled} strokeWidth="3" className="stroke-brand-600" />
          <path d={filled} strokeWidth="9" strokeDasharray={`0 ${STEP}`} className="stroke-brand-600" />
        </>
      )}
    </svg>
  );
}
