import { KeyList } from "./key-list";
import { Words } from "./rich-text";

type Keys = Parameters<typeof KeyList>[0]["keys"];

/** The frames of a socket in one direction, with their keys. */
export function FrameList({ frames }: { frames: { title: string; about: string | undefined; keys: Keys }[] }) {
  return (
    <ul className="grid gap-3">
      {frames.map(({ title, about, keys }) => (
        <li key={title} className="card p-4">
          <code className="font-semibold">{title}</code>
          {about && (
            <p className="text-ink-2">
              <Words text={about} />
            </p>
          )}
          <KeyList keys={keys} />
        </li>
      ))}
    </ul>
  );
}
