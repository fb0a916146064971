import type { KeyView } from "~/api/openapi/reference";
import { Words } from "./rich-text";

/** The keys of an object or the fields of a request. */
export function KeyList({ keys, marksRequired = false }: { keys: KeyView[]; marksRequired?: boolean }) {
  return (
    <dl className="grid gap-2">
      {keys.map(({ name, type, required, about }) => (
        <div key={name}>
          <dt>
            <code className="font-semibold">{name}</code> <span className="text-ink-3">{type}</span>
            {marksRequired && required && <span className="font-semibold text-copper-700"> required</span>}
          </dt>
          {about && (
            <dd className="text-ink-2">
              <Words text={about} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
