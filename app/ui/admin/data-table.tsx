import { Fragment, useRef, type MouseEvent, type PointerEvent, type ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";
import type { ListPage as Page } from "~/domain/values/lists";
import { EmptyState, Icon, Link, MoreLink, useHasScript } from "../shell/elements";
import { FilterLinks, withParameter, PageWithBar, type PageProps } from "./office-page";

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
  /** On phones' cards: at the end of the first line, with its label before it, in a line of its own, or not at all. */
  onPhones?: "end" | "labelled" | "line" | "hidden";
}

export const actionsColumn = <Row,>(cell: Column<Row>["cell"]): Column<Row> => ({
  id: "actions",
  label: "Actions",
  cell: (row) => <div className="office-actions">{cell(row)}</div>,
});

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The ids of the columns that are not shown; the row's link and the one that is sorted by always are. */
  hidden?: readonly string[];
  sort?: string;
  /** The sorts that an index serves with this filter, where it isn't those of all columns. */
  sorts?: readonly string[];
  /** For rows that can be chosen: the id of the form that their ids go to, and what a row is called. */
  choose?: { form: string; label: (row: Row) => string };
  /** Rows of one group that follow one another have a line above them. */
  groupOf?: (row: Row) => string;
  groupLine?: (group: string) => ReactNode;
  empty?: ReactNode;
  className?: string;
}

/** A list of the office as dense rows, short cards on phones (O25). A click anywhere in a row follows its link. */
export function DataTable<Row extends { id: string }>(table: DataTableProps<Row>) {
  const { caption, columns, rows, hidden = [], sort, sorts, choose, groupOf, empty = null, className } = table;
  const { groupLine = (group) => group } = table;
  const [query] = useSearchParams();
  if (rows.length === 0) return empty;
  const shown = columns.filter((column) => column.link || orderOf(column, sort) || !hidden.includes(column.id));
  const sortLink = (column: Column<Row>, label: string) => {
    const { id, sort: first } = column;
    if (!first || !(sorts ? sorts.includes(first) : sort)) return null;
    const order = orderOf(column, sort);
    const to = withParameter(query, "sort", sort === first ? turned(first) : first);
    return (
      <Link key={id} to={to} preventScrollReset aria-current={order && "true"}>
        {label}
        {order && <Icon name="chevron-down" className={order === "descending" ? "" : "rotate-180"} />}
      </Link>
    );
  };
  // Phones' cards have no heads: their list is sorted by links above it.
  const sortLinks = columns.flatMap((column) => sortLink(column, column.sortLabel ?? column.label) ?? []);
  return (
    <>
      {sortLinks.length > 0 && (
        <nav className="office-sorts" aria-label="Sort">
          Sort by
          {sortLinks}
        </nav>
      )}
      <div className="card office-table-frame">
        <table className={`office-table ${className ?? ""}`.trim()}>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {choose && (
                <th scope="col" className="office-check">
                  <ChooseAll form={choose.form} />
                </th>
              )}
              {shown.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={column.isFigure ? "office-figure" : undefined}
                  aria-sort={orderOf(column, sort)}
                >
                  {sortLink(column, column.label) ?? column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onClick={followRow} onPointerOver={titleCutText}>
            {rows.map((row, at) => (
              <Fragment key={row.id}>
                {groupOf && (at === 0 || groupOf(row) !== groupOf(rows[at - 1]!)) && (
                  <tr className="office-group">
                    <th scope="rowgroup" colSpan={shown.length + (choose ? 1 : 0)}>
                      {groupLine(groupOf(row))}
                    </th>
                  </tr>
                )}
                <tr data-row="">
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
              </Fragment>
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

const turned = (sort: string) => (sort.startsWith("-") ? sort.slice(1) : `-${sort}`);

function orderOf({ sort: first }: { sort?: string }, sort?: string) {
  if (!first || !sort || (sort !== first && sort !== turned(first))) return undefined;
  return sort.startsWith("-") ? "descending" : "ascending";
}

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

/** An instant as tables say it: `Sun 22 Nov, 10:00 am`, with the year where it is another one. */
export function sayInstant(at: Instant, now: Instant): string {
  const date = dateAt(at);
  const year = date.slice(0, 4);
  return `${formatDate(date, "short")}${year === dateAt(now).slice(0, 4) ? "" : ` ${year}`}, ${timeAt(at)}`;
}

interface ViewsProps {
  views: Record<string, string>;
  /** The one that is shown; undefined: one of `children`. */
  view: string | undefined;
  counts?: Readonly<Record<string, number | undefined>>;
  name?: string;
  label?: string;
  children?: ReactNode;
}

/** The views of a list as tabs, with the count of their rows. The first needs no name in the address. */
export function ListViews({ views, view, counts = {}, name = "show", label = "Show", children }: ViewsProps) {
  const [first = ""] = Object.keys(views);
  const valueOf = (view: string) => (view === first ? null : view);
  return (
    <FilterLinks
      name={name}
      label={label}
      chosen={view === undefined ? undefined : valueOf(view)}
      choices={Object.entries(views).map(([view, label]) => [valueOf(view), label] as const)}
      countOf={(value) => counts[value ?? first]}
      areViews
    >
      {children}
    </FilterLinks>
  );
}

interface ListPageProps<Row>
  extends
    Omit<DataTableProps<Row>, "caption" | "rows" | "empty">,
    Omit<PageProps, "className">,
    Partial<Omit<ViewsProps, "children">> {
  caption?: string;
  page: Page<Row>;
  illustration: string;
  empty: string;
  lead?: ReactNode;
  saved?: ReactNode;
  way?: ReactNode;
}

export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, small, tools, views, view, counts, name, saved, children, ...list } = props;
  const { page, illustration, empty, lead, way, ...table } = list;
  return (
    <PageWithBar title={title} small={small} tools={tools}>
      {lead}
      {views && (
        <ListViews views={views} view={view} counts={counts} name={name}>
          {saved}
        </ListViews>
      )}
      {children}
      <DataTable
        caption={title}
        {...table}
        rows={page.rows}
        empty={
          <EmptyState illustration={illustration} text={empty}>
            {way}
          </EmptyState>
        }
      />
      <MoreLink next={page.next} label="Next page" />
    </PageWithBar>
  );
}
