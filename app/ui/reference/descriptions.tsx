import type { ReactNode } from "react";
import type { KeyView, ObjectView, OperationView } from "~/api/openapi/reference";

/** A description of the document; text in backticks is code. */
const words = (text: string) => text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));

/** Facts by what they are about, which has an id where something links to it. */
export const Facts = ({ rows }: { rows: { name: ReactNode; fact: ReactNode; id?: string }[] }) => (
  <dl className="facts">
    {rows.map(({ name, fact, id }, at) => (
      <div key={at} className="contents">
        <dt id={id}>{name}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);

const KeyList = ({ keys, marksRequired = false }: { keys: KeyView[]; marksRequired?: boolean }) => (
  <dl className="grid gap-2">
    {keys.map(({ name, type, required, about }) => (
      <div key={name}>
        <dt>
          <code className="font-semibold">{name}</code> <span className="text-ink-3">{type}</span>
          {marksRequired && required && <span className="font-semibold text-copper-700"> required</span>}
        </dt>
        {about && <dd className="text-ink-2">{words(about)}</dd>}
      </div>
    ))}
  </dl>
);

export const ObjectCard = ({ object: { title, about, keys } }: { object: ObjectView }) => (
  <details id={title} className="card p-4">
    <summary className="min-h-11 content-center">
      <code className="font-semibold">{title}</code>
      <span className="block text-ink-2">{words(about)}</span>
    </summary>
    <div className="pt-3">
      <KeyList keys={keys} />
    </div>
  </details>
);

export const FrameList = ({ frames }: { frames: ObjectView[] }) => (
  <ul className="grid gap-3">
    {frames.map(({ title, about, keys }) => (
      <li key={title} className="card p-4">
        <code className="font-semibold">{title}</code>
        {about && <p className="text-ink-2">{words(about)}</p>}
        <KeyList keys={keys} />
      </li>
    ))}
  </ul>
);

const describeProblem = ([status, codes]: OperationView["problems"][number]) => ({
  name: status,
  fact: <code className="[overflow-wrap:anywhere]">{codes.join(", ")}</code>,
});

export function OperationDetails({ operation }: { operation: OperationView }) {
  const { id, method, paths, summary, about, caller, query, bodyKind, bodies, limits, response, status, problems } =
    operation;
  return (
    <details id={id} className="card p-4">
      <summary className="min-h-11 content-center">
        <span className="badge mr-2 bg-brand-100 text-brand-800">{method}</span>
        <code className="font-semibold [overflow-wrap:anywhere]">{paths[0]}</code>
        <span className="block text-ink-2">{summary}</span>
      </summary>
      <div className="grid gap-4 pt-3">
        {about && <p>{words(about)}</p>}
        {paths.length > 1 && (
          <p>
            Also at <code>{paths[1]}</code>.
          </p>
        )}
        <p>
          <b>{caller}</b>
          {limits.map(({ name, max, minutes }) => (
            <span key={name} className="block text-ink-2">
              <code>{name}</code>: {max} in {minutes === 1 ? "a minute" : `${minutes} minutes`}
            </span>
          ))}
        </p>
        {query.length > 0 && (
          <div>
            <h4 className="font-bold">In the address</h4>
            <KeyList keys={query} marksRequired />
          </div>
        )}
        {bodies.map((body, at) => (
          <div key={at}>
            <h4 className="font-bold">
              {at === 0 ? `Body (${bodyKind})` : "Or"}
              {body.title && `: ${body.title.toLowerCase()}`}
            </h4>
            <KeyList keys={body.keys} marksRequired />
          </div>
        ))}
        <div>
          <h4 className="font-bold">Answers</h4>
          <Facts rows={[{ name: status, fact: response }, ...problems.map(describeProblem)]} />
        </div>
      </div>
    </details>
  );
}
