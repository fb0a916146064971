import type { ObjectView } from "~/api/openapi/reference";
import { KeyList } from "./key-list";
import { Words } from "./rich-text";

/** An object of the API with all its keys. */
export function ObjectCard({ object: { title, about, keys } }: { object: ObjectView }) {
  return (
    <details id={title} className="card p-4">
      <summary className="min-h-11 content-center">
        <code className="font-semibold">{title}</code>
        <span className="block text-ink-2">
          <Words text={about} />
        </span>
      </summary>
      <div className="pt-3">
        <KeyList keys={keys} />
      </div>
    </details>
  );
}
