import { useState } from "react";
import { keyedActions } from "~/ui/admin/chosen-row";
import { SHORTCUTS, type Shortcut } from "~/ui/admin/shortcuts";
import { turnKeys, useKeysOn } from "./keys-choice";
import { ClosePanel, Keys, Panel, type PanelProps } from "./panel";

export function KeyHelp({ close }: PanelProps) {
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
    <Panel title="Keys" close={close}>
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
