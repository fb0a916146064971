import { jobLine } from "~/domain/bookings/job-line";

const STEP = 20;

/** The copper pipe for a row of a list (B24): a few strokes, and one name for where the job stands. */
export function SmallPipe({ booking }: { booking: Parameters<typeof jobLine>[0] }) {
  const { names, reached, current, isClosed } = jobLine(booking);
  const length = STEP * (names.length - 1);
  const all = `M6 6h${length}`;
  const filled = `M6 6h${STEP * (reached - 1)}`;
  return (
    <svg
      viewBox={`0 0 ${length + 12} 12`}
      role="img"
      aria-label={names[current]}
      fill="none"
      strokeLinecap="round"
      className="h-3 w-28 flex-none"
    >
      <path d={all} strokeWidth="4" className="stroke-copper-600" />
      <path d={all} strokeWidth="9" strokeDasharray={`0 ${STEP}`} className="stroke-copper-600" />
      <path d={filled} strokeWidth="3" className="stroke-brand-600" />
      <path d={filled} strokeWidth="9" strokeDasharray={`0 ${STEP}`} className="stroke-brand-600" />
      {isClosed && <path d={`M${2 + STEP * current} 2l8 8m0-8l-8 8`} strokeWidth="3" className="stroke-danger" />}
    </svg>
  );
}
