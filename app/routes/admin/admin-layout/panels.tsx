import { useNavigate } from "@remix-run/react";
import {
  Fragment,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { SEARCH_LENGTH } from "~/domain/values/text";
import { keyedActions } from "~/ui/admin/chosen-row";
import { COMMANDS, matchCommands, type Command } from "~/ui/admin/palette-commands";
import { SHORTCUTS, turnKeys, useKeysOn, type Shortcut } from "~/ui/admin/shortcuts";

export interface PanelProps {
  /** Keys that were pressed while the panel was loading. */
  typed: string;
  close: () => void;
  open: (name: keyof typeof PANELS) => void;
}

/** A dialog of the keys: Escape and a press beside it close it, and the focus returns to where it was. */
function Panel({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // While it is on the page: only then does the browser return the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="card dialog panel"
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

const ClosePanel = () => (
  <button
    type="button"
    className="button button-quiet"
    onClick={(event) => event.currentTarget.closest("dialog")?.close()}
  >
    Close
  </button>
);

const Keys = ({ keys }: { keys: string }) =>
  keys.split(" ").map((key, place) => (
    <Fragment key={place}>
      {place > 0 && " "}
      {key.split("+").map((one) => (
        <kbd key={one} className="key">
          {one}
        </kbd>
      ))}
    </Fragment>
  ));

const PAUSE_MS = 180;

const LEAST = 2;

type Hit = Omit<Command, "id"> & { to: string };

/** Searches the office for what is typed. Results for an older text are never shown under a newer one. */
function useOfficeSearch(typed: string) {
  const asked = typed.trim().length >= LEAST ? typed.trim() : null;
  const [found, setFound] = useState<{ of: string; hits: Hit[]; hasFailed: boolean } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/admin-search.json?${new URLSearchParams({ q: asked })}`, { signal: controller.signal })
        .then(readHits)
        .then(
          (hits) => setFound({ of: asked, hits, hasFailed: false }),
          () => controller.signal.aborted || setFound({ of: asked, hits: [], hasFailed: true }),
        );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked]);
  const isCurrent = found !== null && found.of === asked;
  return {
    hits: isCurrent ? found.hits : [],
    isSearching: asked !== null && !isCurrent,
    hasFailed: isCurrent && found.hasFailed,
  };
}

async function readHits(response: Response): Promise<Hit[]> {
  const value: unknown = await response.json().catch(() => null);
  if (!response.ok || !Array.isArray(value) || !value.every(isHit))
    throw new Error(`The search responded with ${response.status}.`);
  return value;
}

const isHit = (value: unknown): value is Hit =>
  typeof value === "object" &&
  value !== null &&
  ["group", "label", "detail", "to"].every((name) => typeof (value as Record<string, unknown>)[name] === "string");

function Palette({ typed: typedAhead, close, open }: PanelProps) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedAhead);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { hits, isSearching, hasFailed } = useOfficeSearch(typed);

  const text = typed.trim();
  const help: Command = { id: "help", label: "Show all keys", group: "Actions", keys: "?", run: () => open("help") };
  const commands: Command[] = [
    ...matchCommands([...COMMANDS, help], typed),
    ...hits.map((hit) => ({ ...hit, id: hit.to + hit.label })),
    ...(text
      ? [
          {
            id: "search",
            label: `Search for “${text}”`,
            group: "Search",
            to: `/admin-dashboard/search?${new URLSearchParams({ q: text })}`,
          },
        ]
      : []),
  ];
  const groups = [...new Set(commands.map(({ group }) => group))];
  const inOrder = groups.flatMap((group) => commands.filter((command) => command.group === group));
  const place = Math.max(
    inOrder.findIndex((command) => command.id === chosenId),
    0,
  );
  const chosen = inOrder[place];
  const optionId = (command: Command) => `${id}-${inOrder.indexOf(command)}`;

  function take(command: Command | undefined) {
    if (!command) return;
    // First: the focus is back on the page by then, and stays where the action puts it.
    close();
    if (command.to !== undefined) navigate(command.to);
    else setTimeout(() => command.run?.());
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = inOrder[(place + step + inOrder.length) % inOrder.length];
      setChosenId(next?.id ?? null);
      if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") take(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <Panel title="Go to" close={close}>
      <div className="panel-head">
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label="A page, a name, a phone or a reference"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionId(chosen)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH}
          className="input"
          placeholder="Page, name, phone, reference..."
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={press}
        />
        <ClosePanel />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="panel-list">
        {groups.map((group) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden className="panel-group">
              {group}
            </p>
            {inOrder
              .filter((command) => command.group === group)
              .map((command) => (
                <div
                  key={command.id}
                  id={optionId(command)}
                  role="option"
                  aria-selected={command === chosen}
                  className="panel-option"
                  onClick={() => take(command)}
                >
                  <span className="min-w-0 flex-1 truncate">
                    <b>{command.label}</b> {command.detail && <span className="text-ink-2">{command.detail}</span>}
                  </span>
                  {command.keys && <Keys keys={command.keys} />}
                </div>
              ))}
          </div>
        ))}
      </div>
      <p role="status" className="px-4 py-2 text-sm text-ink-2">
        {hasFailed ? "We couldn't search. Check your connection and try again." : isSearching ? "Searching..." : ""}
      </p>
    </Panel>
  );
}

function KeyHelp({ close }: PanelProps) {
  const [actions] = useState(() => keyedActions());
  const isOn = useKeysOn();
  const keysIn = (group: Shortcut["group"]) => SHORTCUTS.filter((one) => one.group === group);
  const groups: Record<string, Pick<Shortcut, "keys" | "label">[]> = {
    Anywhere: [{ keys: "Ctrl+K", label: "Go to anything (Cmd K on a Mac)" }, ...keysIn("Anywhere")],
    "In a list": keysIn("In a list"),
    "On the board": [
      { keys: "Space", label: "Lift a job" },
      { keys: "←", label: "Move it (all four arrow keys)" },
      { keys: "Enter", label: "Drop it" },
      { keys: "Escape", label: "Take it back" },
    ],
    ...(actions.length > 0 && { "On this page": actions.map(({ key, label }) => ({ keys: key, label })) }),
    Pages: keysIn("Pages"),
  };
  return (
    <Panel title="Shortcuts" close={close}>
      <div className="grid gap-5 p-5">
        <div className="flex items-center justify-between gap-3">
          <p aria-hidden className="text-h2 font-bold">
            Keys
          </p>
          <ClosePanel />
        </div>
        <div className="key-groups">
          {Object.entries(groups).map(([title, keys]) => (
            <section key={title} className="grid content-start gap-2">
              <h3 className="text-base">{title}</h3>
              <dl className="key-list">
                {keys.map((one) => (
                  <div key={one.keys}>
                    <dt>
                      <Keys keys={one.keys} />
                    </dt>
                    <dd>{one.label}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {isOn !== null && (
          <label className="check">
            <input type="checkbox" checked={isOn} onChange={(event) => turnKeys(event.target.checked)} />
            <span>
              Keys that are pressed alone, on this device. Turned off, only Ctrl K (Cmd K on a Mac) does something.
            </span>
          </label>
        )}
      </div>
    </Panel>
  );
}

export const PANELS = { palette: Palette, help: KeyHelp };
