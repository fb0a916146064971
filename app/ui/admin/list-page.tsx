import type { ReactNode } from "react";
import type { ListPage as Page } from "~/domain/values/lists";
import { MoreLink } from "../shell/link";
import { DataTable, type DataTableProps } from "./data-table";
import { FilterLinks } from "./filter-links";
import { EmptyState } from "../elements/empty-state";

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

interface ViewsProps {
  views: Readonly<Record<string, string>>;
  /** The one that is shown; undefined: one of `children`. */
  view: string | undefined;
  counts?: Readonly<Record<string, number | undefined>>;
  name?: string;
  label?: string;
  children?: ReactNode;
}

/** The views of a list as tabs, with the count of their rows. The first needs no name in the address. */
export function ListViews({ views, view, counts = {}, name = "show", label = "Show", children }: ViewsProps) {
  const [first] = Object.keys(views);
  const valueOf = (view: string) => (view === first ? null : view);
  const choices = Object.entries(views).map(([view, label]) => ({ value: valueOf(view), label, count: counts[view] }));
  const chosen = view === undefined ? undefined : valueOf(view);
  return (
    <FilterLinks name={name} label={label} chosen={chosen} choices={choices} areViews>
      {children}
    </FilterLinks>
  );
}

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, "rows" | "empty"> {
  page: Page<Row>;
  /** The illustration and text of an empty list, and `children` below them. */
  illustration: string;
  empty: string;
  children?: ReactNode;
}

export const ListTable = <Row extends { id: string }>(props: ListTableProps<Row>) => {
  const { page, illustration, empty, children, ...table } = props;
  return (
    <>
      <DataTable
        {...table}
        rows={page.rows}
        empty={
          <EmptyState illustration={illustration} text={empty}>
            {children}
          </EmptyState>
        }
      />
      <MoreLink next={page.next} label="Next page" />
    </>
  );
};
