import { useEffect, useRef, type ReactNode } from "react";
import { useLocation, useSearchParams } from "@remix-run/react";
import { type Arrangement, VIEW_NAME_LENGTH, type ArrangedList } from "~/domain/admin/lists/office-lists";
import { Menu } from "../elements/menu";
import { Link, Notice, SubmitButton, TallLink } from "../shell/elements";
import type { Column } from "./data-table";
import { Form } from "~/ui/forms/owned-form";

interface ToolsProps {
  chosen?: readonly string[];
  isOpen?: boolean;
  children: ReactNode;
}

/** Filters and menus of a list: folded behind one button on a phone, in line where there is room. */
export function ListTools({ chosen = [], isOpen = false, children }: ToolsProps) {
  const { search } = useLocation();
  const tools = useRef<HTMLDetailsElement>(null);
  const shown = useRef(search);
  useEffect(() => {
    if (search === shown.current || !tools.current) return;
    shown.current = search;
    const hadFocus = tools.current.contains(document.activeElement);
    tools.current.open = isOpen;
    // A folded part can't keep the focus.
    if (hadFocus && !isOpen) tools.current.querySelector("summary")?.focus();
  }, [search, isOpen]);
  return (
    <details ref={tools} className="office-tools" open={isOpen}>
      <summary className="button button-quiet list-none">
        {chosen.length > 0 ? `Filter: ${chosen.join(", ")}` : "Filter"}
      </summary>
      <div className="office-tool-row">{children}</div>
    </details>
  );
}

interface MenusProps<Row> {
  list: ArrangedList;
  columns: readonly Column<Row>[];
  hidden: readonly string[];
}

export function ListMenus<Row>({ list, columns, hidden }: MenusProps<Row>) {
  const [query] = useSearchParams();
  const choosable = columns.filter(({ link }) => !link);
  const action = `/admin-dashboard/lists/${list}`;
  return (
    <>
      <Menu className="relative">
        <summary className="button button-quiet list-none">Columns</summary>
        <Form method="post" action={action} className="card drop grid gap-2 p-4">
          <input type="hidden" name="query" value={query.toString()} />
          <input type="hidden" name="all" value={choosable.map(({ id }) => id).join(",")} />
          {choosable.map(({ id, label }) => (
            <label key={id} className="check">
              <input type="checkbox" name="column" value={id} defaultChecked={!hidden.includes(id)} />
              <span className="font-normal">{label}</span>
            </label>
          ))}
          <SubmitButton value="columns" busy="Saving...">
            Save<span className="sr-only"> columns</span>
          </SubmitButton>
        </Form>
      </Menu>
      <Menu className="relative">
        <summary className="button button-quiet list-none">Save view</summary>
        <Form method="post" action={action} className="card drop grid gap-3 p-4">
          <input type="hidden" name="form" value="save" />
          <input type="hidden" name="query" value={query.toString()} />
          <label className="field">
            <span className="font-semibold">Name of this view</span>
            <input name="name" className="input" maxLength={VIEW_NAME_LENGTH} required />
          </label>
          <SubmitButton value="save" busy="Saving...">
            Save<span className="sr-only"> view</span>
          </SubmitButton>
          <TallLink to={action} label="Rename or delete views" />
        </Form>
      </Menu>
    </>
  );
}

type SavedViewProps = Pick<Arrangement, "views"> & { list: ArrangedList; query: string };

export const SavedViewLinks = ({ list, views, query: shown }: SavedViewProps) =>
  views.map(({ id, name, query }) => (
    <Link key={id} to={`/admin-dashboard/${list}?${query}`} aria-current={query === shown ? "true" : undefined}>
      {name}
    </Link>
  ));

/** Says that the day of an address can't be read, and what the page shows in its place. */
export const UnreadDay = ({ typed, shown }: { typed: string | null; shown: string }) =>
  typed && (
    <Notice kind="danger">
      “<bdi>{typed}</bdi>” is no day that we can read, so you see {shown}.
    </Notice>
  );
