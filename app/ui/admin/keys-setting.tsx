import { turnKeys, useKeysOn } from "./keys-choice";

/** Turns the keys that are pressed alone off and on, for who speaks to the computer or hits them by accident. */
export function KeysSetting() {
  const isOn = useKeysOn();
  if (isOn === null) return null;
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => turnKeys(event.target.checked)} />
      <span>Keys that are pressed alone, on this device. Turned off, only Ctrl K (Cmd K on a Mac) does something.</span>
    </label>
  );
}
