import { useNavigate } from "@remix-run/react";
import { useId, useState, type KeyboardEvent } from "react";
import { SEARCH_LENGTH } from "~/domain/values/text";
import { Keys } from "./keys";
import { COMMANDS, matchCommands, type Command } from "./palette-commands";
import { Panel } from "./panel";
import type { PanelProps } from "./panel-props";
import { useOfficeSearch } from "./use-office-search";

/** Any page, person or booking by a few letters (O19). */
export function Palette({ typed: typedAhead, close, open }: PanelProps) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(typedAhead);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { hits, isSearching, hasFailed } = useOfficeSearch(typed);

  const help: Command = { id: "help", label: "Show all keys", group: "Actions", keys: "?", run: () => open("help") };
  const commands = [
    ...matchCommands([...COMMANDS, help], typed),
    ...hits.map((hit): Command => ({ ...hit, id: hit.to + hit.label })),
    ...(typed.trim() ? [searchFor(typed.trim())] : []),
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
        <button
          type="button"
          className="button button-quiet"
          onClick={(event) => event.currentTarget.closest("dialog")?.close()}
        >
          Close
        </button>
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

const searchFor = (text: string): Command => ({
  id: "search",
  label: `Search for “${text}”`,
  group: "Search",
  to: `/admin-dashboard/search?${new URLSearchParams({ q: text })}`,
});
