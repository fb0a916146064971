import { useEffect, useRef, type ReactNode } from "react";

/** A menu that works without script; with script, Escape and a tap outside close it. Only one is open at a time. */
export function Menu({ children, className }: { children: ReactNode; className: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent | PointerEvent) => {
      const element = menu.current;
      // A dialog that was opened from the menu takes the key and the tap.
      if (!element?.open || document.querySelector("dialog[open]")) return;
      const byKey = event instanceof KeyboardEvent;
      if (byKey ? event.key !== "Escape" : event.target instanceof Node && element.contains(event.target)) return;
      element.open = false;
      if (byKey) element.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);
  return (
    <details ref={menu} name="menu" className={className}>
      {children}
    </details>
  );
}
