import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

/** The focus goes to the menu's button where `byKey`, and where it would be in what is no longer shown. */
function closeMenu(menu: HTMLDetailsElement, byKey = false): void {
  const hadFocus = menu.open && menu.contains(document.activeElement);
  menu.open = false;
  if (byKey || hadFocus) menu.querySelector("summary")?.focus({ preventScroll: true });
}

/** Only one is open at a time. With script, Escape, a tap outside and a sent form close it. */
export function Menu({ children, className }: { children: ReactNode; className: string }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  // Another button may be under the finger by then: a second tap must not press it.
  useEffect(() => {
    const element = menu.current;
    if (isSending && element) return () => closeMenu(element);
  }, [isSending]);
  useEffect(() => {
    const close = (event: KeyboardEvent | PointerEvent) => {
      const element = menu.current;
      // A dialog that was opened from the menu takes the key and the tap.
      if (!element?.open || document.querySelector("dialog[open]")) return;
      const byKey = event instanceof KeyboardEvent;
      if (byKey ? event.key !== "Escape" : event.target instanceof Node && element.contains(event.target)) return;
      closeMenu(element, byKey);
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
