import { useRef, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { Icon } from "../elements/icon";
import { useHasScript } from "../elements/use-has-script";
import { Link } from "../shell/link";
import { withParameter } from "./filter-links";

export interface Column<Row> {
  /** Its name in addresses and among the hidden columns. */
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Where the row leads. Exactly one column of a table has it. */
  link?: (row: Row) => string;
  /** Shares the room that the other columns leave, and ends in three dots. */
  isShared?: boolean;
  isFigure?: boolean;
  /** The sort that its head leads to first; a second time turns it around. */
  sort?: string;
  /** The value that it is sorted by, where that isn't what it shows: for the links of phones. */
  sortLabel?: string;
  /** On phones' cards: at the end of the first line, with its label before it, or not at all. */
  onPhones?: "end" | "labelled" | "hidden";
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The ids of the columns that are not shown; the row's link and the one that is sorted by always are. */
  hidden?: readonly string[];
  /** The list's sort: "start" ascending, "-start" descending. */
  sort?: string;
  /** The sorts that an index serves with this filter, where it isn't those of all columns. */
  sorts?: readonly string[];
  /** For rows that can be chosen: the id of the form that their ids go to, and what a row is called. */
  choose?: { form: string; label: (row: Row) => string };
  empty?: ReactNode;
}

/** A list of the office as dense rows, short cards on phones (O25). A click anywhere in a row follows its link. */
export function DataTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  hidden = [],
  sort,
  sorts = sort ? columns.flatMap(({ sort: first }) => first ?? []) : [],
  choose,
  empty = null,
}: DataTableProps<Row>) {
  if (rows.length === 0) return empty;
  const shown = columns.filter((column) => column.link || isSortedBy(column, sort) || !hidden.includes(column.id));
  return (
    <>
      <SortLinks columns={columns} sort={sort} sorts={sorts} />
      <div className="card office-table-frame">
        <table className="office-table">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {choose && (
                <th scope="col" className="office-check">
                  <ChooseAll form={choose.form} />
                </th>
              )}
              {shown.map((column) => (
                <Head key={column.id} column={column} sort={sort} sorts={sorts} />
              ))}
            </tr>
          </thead>
          <tbody onClick={followRow} onPointerOver={titleCutText}>
            {rows.map((row) => (
              <tr key={row.id} data-row="">
                {choose && (
                  <td className="office-check">
                    <label>
                      <input
                        type="checkbox"
                        name="id"
                        value={row.id}
                        form={choose.form}
                        aria-label={choose.label(row)}
                      />
                    </label>
                  </td>
                )}
                {shown.map((column) => (
                  <td
                    key={column.id}
                    className={cellClass(column)}
                    data-label={column.onPhones === "labelled" ? column.label : undefined}
                  >
                    {column.link ? (
                      <Link data-row-link="" to={column.link(row)}>
                        {column.cell(row)}
                      </Link>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const cellClass = ({ isShared, isFigure, onPhones }: Pick<Column<never>, "isShared" | "isFigure" | "onPhones">) =>
  [isShared && "office-shared", isFigure && "office-figure", onPhones && `on-phones-${onPhones}`]
    .filter(Boolean)
    .join(" ") || undefined;

interface Sorting {
  sort?: string;
  sorts: readonly string[];
}

function SortLink<Row>({ column: { label, sort: first }, sort }: { column: Column<Row>; sort?: string }) {
  const [query] = useSearchParams();
  if (!first) return label;
  const isSorted = isSortedBy({ sort: first }, sort);
  const to = withParameter(query, "sort", sort === first ? turned(first) : first);
  return (
    <Link to={to} preventScrollReset aria-current={isSorted ? "true" : undefined}>
      {label}
      {isSorted && <Icon name="chevron-down" className={sort.startsWith("-") ? "" : "rotate-180"} />}
    </Link>
  );
}

/** Phones' cards have no heads: their list is sorted by links above it. */
function SortLinks<Row>({ columns, sort, sorts }: Sorting & { columns: readonly Column<Row>[] }) {
  const sortable = columns.filter(({ sort: first }) => first && sorts.includes(first));
  if (sortable.length === 0) return null;
  return (
    <nav className="office-sorts" aria-label="Sort">
      Sort by
      {sortable.map((column) => (
        <SortLink key={column.id} column={{ ...column, label: column.sortLabel ?? column.label }} sort={sort} />
      ))}
    </nav>
  );
}

function Head<Row>({ column, sort, sorts }: Sorting & { column: Column<Row> }) {
  const { label, sort: first, isFigure } = column;
  const isSortable = first !== undefined && sorts.includes(first);
  const isSorted = isSortable && isSortedBy(column, sort);
  const order = isSorted ? (sort.startsWith("-") ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" className={isFigure ? "office-figure" : undefined} aria-sort={order}>
      {isSortable ? <SortLink column={column} sort={sort} /> : label}
    </th>
  );
}

const isSortedBy = ({ sort: first }: { sort?: string }, sort?: string): sort is string =>
  first !== undefined && (sort === first || sort === turned(first));

const turned = (sort: string) => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`);

/** Chooses all rows of the page, or none; without script they are chosen one by one. */
function ChooseAll({ form }: { form: string }) {
  const hasScript = useHasScript();
  const all = useRef<HTMLInputElement>(null);
  if (!hasScript) return <span className="sr-only">Choose</span>;
  const choose = () => {
    const boxes = document.querySelectorAll<HTMLInputElement>(`[data-row] input[name="id"][form="${form}"]`);
    for (const box of boxes) box.checked = all.current?.checked ?? false;
  };
  return (
    <label>
      <input ref={all} type="checkbox" onChange={choose} aria-label="Choose all on this page" />
    </label>
  );
}

/** A click beside the links and controls of a row follows the row's link; one that selected text does not. */
function followRow(event: MouseEvent) {
  const target = event.target as Element;
  if (target.closest("a, button, input, label, select, summary") || String(getSelection())) return;
  const link = target.closest("[data-row]")?.querySelector<HTMLAnchorElement>("a[data-row-link]");
  if (!link) return;
  if (event.metaKey || event.ctrlKey) open(link.href, "_blank", "noopener");
  else link.click();
}

/** A text that ends in three dots is whole in its title. Written when it is asked for: the page is lighter without. */
function titleCutText({ target }: PointerEvent) {
  const cell = (target as Element).closest("td");
  if (!cell) return;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
    cell.querySelector(".takes-rest, [data-row-link]") ?? cell;
  cell.title = scrollWidth > clientWidth || scrollHeight > clientHeight ? cell.innerText : "";
}
