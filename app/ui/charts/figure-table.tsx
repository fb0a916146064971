interface Props {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** The figures of a chart as a table; on phones it scrolls sideways under its first column. */
export function FigureTable({ label, heads, rows }: Props) {
  return (
    <section className="card scrolls-sideways overflow-x-auto p-4" tabIndex={0} aria-label={label}>
      <table className="w-full text-right tabular-nums">
        <thead className="text-ink-2">
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`py-1 align-bottom font-semibold ${at === 0 ? "text-left whitespace-nowrap" : "pl-4"}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {figures.map((figure, at) => (
                <td key={at} className="pl-4">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
