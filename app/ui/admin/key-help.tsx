import { useState } from "react";
import { keyedActions } from "./chosen-row";
import { Keys } from "./keys";
import { KeysSetting } from "./keys-setting";
import { Panel } from "./panel";
import type { PanelProps } from "./panel-props";
import { SHORTCUTS } from "./shortcuts";

/** All keys: those of the table, and those of the actions on this page. */
export function KeyHelp({ close }: PanelProps) {
  // As the page was when it opened.
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
          <p aria-hidden className="text-xl font-bold">
            Keys
          </p>
          <button
            type="button"
            className="button button-quiet"
            onClick={(event) => event.currentTarget.closest("dialog")?.close()}
          >
            Close
          </button>
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
