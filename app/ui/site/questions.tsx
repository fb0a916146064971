import type { Question } from "~/content/faq";
import { Icon } from "../elements/icon";

/** Questions of which one is open at a time, the first to begin with: `details` that share a name. */
export function Questions({ questions, name }: { questions: readonly Question[]; name: string }) {
  return (
    <div className="card divide-y divide-line">
      {questions.map(({ question, answer }, at) => (
        <details key={question} name={name} open={at === 0} className="group px-4 sm:px-5">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold">
            {question} <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
          </summary>
          <p className="pb-5 text-ink-2">{answer}</p>
        </details>
      ))}
    </div>
  );
}
