interface Bar {
  label: string;
  value: number;
  /** The label above the bar; the value by default. */
  shown?: string;
}

const [WIDTH, HEIGHT, BASE] = [320, 150, 122];

/** A bar chart, rendered on the server. It is hidden from screen readers, which read the table next to it. */
export function BarChart({ bars, highest }: { bars: Bar[]; highest?: number }) {
  const top = highest ?? Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-auto w-full" aria-hidden="true">
      <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
      {bars.every(({ value }) => value === 0) && (
        <text x={WIDTH / 2} y={BASE / 2} textAnchor="middle" className="fill-ink-2 text-[14px]">
          Nothing yet
        </text>
      )}
      {bars.map(({ label, value, shown }, at) => {
        const height = (value / top) * (BASE - 22);
        const middle = (at + 0.5) * step;
        return (
          <g key={label}>
            <rect
              x={middle - step * 0.32}
              y={BASE - height}
              width={step * 0.64}
              height={height}
              rx="3"
              className="fill-brand-600"
            />
            {value > 0 && (
              <text x={middle} y={BASE - height - 6} textAnchor="middle" className="fill-ink text-[11px] font-semibold">
                {shown ?? value}
              </text>
            )}
            <text x={middle} y={BASE + 16} textAnchor="middle" className="fill-ink-2 text-[10px]">
              {label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
