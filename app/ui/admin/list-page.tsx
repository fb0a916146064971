import type { ReactNode } from "react";
import type { ListPage as Page } from "~/domain/values/lists";
import { MoreLink } from "../elements/more-link";
import { DataTable, type DataTableProps } from "./data-table";
import { FilterLinks } from "./filter-links";

/** A list of the office: its title in a bar, with `tools` behind it; below them what is put in it. */
export const ListPage = ({ title, tools, children }: { title: ReactNode; tools?: ReactNode; children: ReactNode }) => (
  <div className="grid gap-2">
    <div className="office-bar">
      <h1>{title}</h1>
      {tools}
    </div>
    {children}
  </div>
);

/** The views of a list as tabs, each with the count of its rows if there is one. The first needs no name in the address. */
export function ListViews({
  views,
  view,
  counts = {},
  name = "show",
  label = "Show",
  children,
}: {
  views: Readonly<Record<string, string>>;
  /** The one that is shown; undefined: one of `children`. */
  view: string | undefined;
  counts?: Readonly<Record<string, number | undefined>>;
  name?: string;
  label?: string;
  children?: ReactNode;
}) {
  const choices = Object.entries(views).map(([value, label], at) => ({
    value: at === 0 ? null : value,
    label,
    count: counts[value],
  }));
  const chosen = view === undefined ? undefined : view === Object.keys(views)[0] ? null : view;
  return (
    <FilterLinks name={name} label={label} chosen={chosen} choices={choices} areViews>
      {children}
    </FilterLinks>
  );
}

/** One page of a list as a table, with a link to the next. */
export const ListTable = <Row extends { id: string }>({
  page: { rows, next },
  ...table
}: Omit<DataTableProps<Row>, "rows"> & { page: Page<Row> }) => (
  <>
    <DataTable {...table} rows={rows} />
    <MoreLink next={next} label="Next page" />
  </>
);
