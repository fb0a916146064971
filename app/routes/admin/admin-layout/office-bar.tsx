import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { flushSync } from "react-dom";
import { SEARCH_LENGTH } from "~/domain/values/text";
import { chooseNextRow, keyedActions, openRow, selectRow } from "~/ui/admin/chosen-row";
import { HELP_KEY, readKey, SEARCH_KEY, type PendingKey, type Shortcut, useKeysOn } from "~/ui/admin/shortcuts";
import { Icon, Notice, useHasScript } from "~/ui/shell/elements";
import type { PanelProps } from "./panels";
import { Form } from "~/ui/forms/owned-form";

const NOT_TYPED = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "file"]);

/** Tells if a key is typed into a field, or part of a word that an input method is making. */
function isTyping({ target, isComposing, keyCode }: KeyboardEvent): boolean {
  // Safari ends the word before it sends the key that ended it; 229 tells.
  if (isComposing || keyCode === 229) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return (
    target.isContentEditable || target.matches("textarea, select, [role=textbox], [role=combobox], [role=listbox]")
  );
}

const SEARCH_FIELD_ID = "office-search";

type PanelName = Parameters<PanelProps["open"]>[0];

function useOfficeKeys() {
  const navigate = useNavigate();
  const keysOn = useKeysOn();
  const [panel, setPanel] = useState<{ name: PanelName; Content: ComponentType<PanelProps>; typed: string } | null>(
    null,
  );
  const [hasFailed, setHasFailed] = useState(false);
  // Text typed after Ctrl K is for the palette, also while the palette is being loaded. Null: none is.
  const ahead = useRef<string | null>(null);

  async function open(name: PanelName) {
    if (ahead.current !== null) return;
    ahead.current = "";
    setHasFailed(false);
    try {
      const { [name]: Content } = (await import("./panels")).PANELS;
      // At once: a key between this and the next frame would be for the page.
      flushSync(() => setPanel({ name, Content, typed: ahead.current ?? "" }));
    } catch {
      setHasFailed(true);
    } finally {
      ahead.current = null;
    }
  }

  function search() {
    const field = document.getElementById(SEARCH_FIELD_ID);
    if (!(field instanceof HTMLInputElement)) return open("palette");
    field.focus();
    field.select();
  }

  const acts: Record<string, () => unknown> = {
    [SEARCH_KEY]: search,
    [HELP_KEY]: () => open("help"),
    j: () => chooseNextRow(1),
    k: () => chooseNextRow(-1),
    x: selectRow,
  };

  function act({ keys, to }: Shortcut, event: KeyboardEvent): unknown {
    if (keys === "Enter") return openRow(event.target) && event.preventDefault();
    event.preventDefault();
    return to ? navigate(to) : acts[keys]?.();
  }

  const pending = useRef<PendingKey | null>(null);
  function press(event: KeyboardEvent): void {
    const isTaken = event.defaultPrevented || document.querySelector("dialog[open]") !== null;
    if (isTaken || isTyping(event) || event.key === "Shift") return;
    const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) {
      // Ctrl K or Cmd K: the one key that may be caught with another.
      if (key !== "k" || event.altKey || event.shiftKey) return;
      event.preventDefault();
      return void open("palette");
    }
    if (ahead.current !== null) {
      if (key.length > 1) return;
      event.preventDefault();
      ahead.current += event.key;
      return;
    }
    if (!keysOn || (event.repeat && key !== "j" && key !== "k")) return;
    const wasPending = pending.current !== null;
    const read = readKey(key, event.timeStamp, pending.current);
    pending.current = read.pending;
    if (read.shortcut) return void act(read.shortcut, event);
    if (read.pending || wasPending) return;
    const action = keyedActions().find((one) => one.key === key);
    if (!action) return;
    event.preventDefault();
    action.element.click();
  }
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  // Tooltips name keys only while they do something.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-keys", keysOn === true);
  }, [keysOn]);

  return { panel, hasFailed, open: (name: PanelName) => void open(name), close: () => setPanel(null) };
}

const SEARCH_PATH = "/admin-dashboard/search";

export function OfficeBar({ hasField }: { hasField: boolean }) {
  const { panel, hasFailed, open, close } = useOfficeKeys();
  const hasScript = useHasScript();
  const [query] = useSearchParams();
  const searched = useLocation().pathname === SEARCH_PATH ? query.get("q") : null;
  return (
    <>
      {hasField && (
        <div className="office-search">
          <Form action={SEARCH_PATH} role="search" aria-label="Office" className="flex w-full max-w-xl gap-2">
            <label className="sr-only" htmlFor={SEARCH_FIELD_ID}>
              Search bookings and users
            </label>
            <span className="with-key">
              <input
                key={searched}
                id={SEARCH_FIELD_ID}
                aria-keyshortcuts={SEARCH_KEY}
                type="search"
                name="q"
                defaultValue={searched ?? ""}
                className="input"
                placeholder="Reference, name, phone..."
                maxLength={SEARCH_LENGTH}
                onKeyDown={(event) => {
                  // The first Escape empties the field; the second leaves it, so that keys are for the page again.
                  if (event.key === "Escape" && event.currentTarget.value === "") event.currentTarget.blur();
                }}
              />
              <kbd className="key" aria-hidden>
                {SEARCH_KEY}
              </kbd>
            </span>
            <button className="button button-quiet" aria-label="Search">
              <Icon name="search" />
            </button>
          </Form>
          <a
            href={SEARCH_PATH}
            aria-keyshortcuts="Control+K"
            className="button button-quiet ml-auto hidden shrink-0 lg:inline-flex"
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              open("palette");
            }}
          >
            <Icon name="menu" /> Go to...
          </a>
          {hasScript && (
            <button
              type="button"
              aria-keyshortcuts={HELP_KEY}
              className="button button-quiet hidden shrink-0 lg:inline-flex"
              onClick={() => open("help")}
            >
              Shortcuts
            </button>
          )}
        </div>
      )}
      {hasFailed && <Notice kind="danger">We couldn't load this. Check your connection and try again.</Notice>}
      {panel && <panel.Content key={panel.name} typed={panel.typed} close={close} open={open} />}
    </>
  );
}
