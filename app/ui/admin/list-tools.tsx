import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "@remix-run/react";

interface Props {
  /** The filters in use, for the button of the folded tools. */
  chosen?: readonly string[];
  /** True if it begins unfolded, because it says whose list it is. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Filters and menus of a list: folded behind one button on a phone, in line where there is room. */
export function ListTools({ chosen = [], isOpen = false, children }: Props) {
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
