import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type ComponentType } from "react";
import { flushSync } from "react-dom";
import { keyedActions, chooseNextRow, openRow, selectRow } from "./chosen-row";
import { hasModifier, isTaken, isTyping } from "./key-target";
import { useKeysOn } from "./keys-choice";
import type { PanelName, PanelProps } from "./panel-props";
import {
  HELP_KEY,
  NEXT_ROW_KEY,
  OPEN_ROW_KEY,
  PALETTE_KEY,
  PREVIOUS_ROW_KEY,
  readKey,
  SEARCH_KEY,
  SELECT_ROW_KEY,
  type PendingKey,
  type Shortcut,
} from "./shortcuts";

export const SEARCH_FIELD_ID = "office-search";

interface Panel {
  name: PanelName;
  Content: ComponentType<PanelProps>;
  typed: string;
}

const LOADERS: Record<PanelName, () => Promise<ComponentType<PanelProps>>> = {
  palette: () => import("./palette").then(({ Palette }) => Palette),
  help: () => import("./key-help").then(({ KeyHelp }) => KeyHelp),
};

/** Listens to the office's keys (O19), and gives the panel that is open. */
export function useOfficeKeys() {
  const navigate = useNavigate();
  const keysOn = useKeysOn();
  const [panel, setPanel] = useState<Panel | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // What is typed after Ctrl K is for the palette, also while the palette is being loaded. Null: none is.
  const ahead = useRef<string | null>(null);

  async function open(name: PanelName) {
    if (ahead.current !== null) return;
    ahead.current = "";
    setHasFailed(false);
    try {
      const Content = await LOADERS[name]();
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

  function act({ keys, to }: Shortcut, event: KeyboardEvent): unknown {
    if (keys === OPEN_ROW_KEY) return openRow(event.target) && event.preventDefault();
    event.preventDefault();
    if (to) return navigate(to);
    if (keys === SEARCH_KEY) return search();
    if (keys === HELP_KEY) return open("help");
    if (keys === SELECT_ROW_KEY) return selectRow();
    return chooseNextRow(keys === NEXT_ROW_KEY ? 1 : -1);
  }

  const pending = useRef<PendingKey | null>(null);
  function press(event: KeyboardEvent): void {
    if (isTaken(event) || isTyping(event) || event.key === "Shift") return;
    const key = event.shiftKey || event.key.length > 1 ? event.key : event.key.toLowerCase();
    if (hasModifier(event)) {
      if (key !== PALETTE_KEY || event.altKey || event.shiftKey) return;
      event.preventDefault();
      return void open("palette");
    }
    if (ahead.current !== null) {
      if (key.length > 1) return;
      event.preventDefault();
      ahead.current += event.key;
      return;
    }
    if (!keysOn || (event.repeat && key !== NEXT_ROW_KEY && key !== PREVIOUS_ROW_KEY)) return;
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
