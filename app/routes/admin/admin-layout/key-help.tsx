import { useState } from "react";
import { keyedActions } from "~/ui/admin/chosen-row";
import { SHORTCUTS } from "~/ui/admin/shortcuts";
import { turnKeys, useKeysOn } from "./keys-choice";
import { ClosePanel, Keys, Panel, type PanelProps } from "./panel";

export function KeyHelp({ close }: PanelProps) {
  const [actions] = useState(() => keyedActions());
  const groups = [
    {
      title: "Anywhere",
      keys: [
        { keys: "Ctrl+K", label: "Go to anything (Cmd K on a Mac)" },
        ...SHORTCUTS.filter(({ group }) => group === "Anywhere"),
      ],
    },
    { title: "In a list", keys: SHORTCUTS.filter(({ group }) => group === "In a list") },
    {
      title: "On the board",
      keys: [
        { keys: "Space", label: "Lift a job" },
        { keys: "←", label: "Move it (all four arrow keys)" },
        { keys: "Enter", label: "Drop it" },
        { keys: "Escape", label: "Take it back" },
      ],
    },
    ...(actions.length > 0
      ? [{ title: "On this page", keys: actions.map(({ key, label }) => ({ keys: key, label })) }]
      : []),
    { title: "Pages", keys: SHORTCUTS.filter(({ group }) => group === "Pages") },
  ];
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
          {groups.map(({ title, keys }) => (
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
        <KeysSetting />
      </div>
    </Panel>
  );
}

/** Turns the keys that are pressed alone off and on, for who speaks to the computer or hits them by accident. */
function KeysSetting() {
  const isOn = useKeysOn();
  if (isOn === null) return null;
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => turnKeys(event.target.checked)} />
      <span>Keys that are pressed alone, on this device. Turned off, only Ctrl K (Cmd K on a Mac) does something.</span>
    </label>
  );
}
