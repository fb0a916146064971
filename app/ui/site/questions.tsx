import type { Question } from "~/content/faq";

export function Questions({ questions, name }: { questions: readonly Question[]; name: string }) {
  return (
    <div className="card divide-y divide-line">
      {questions.map(({ question, answer }, at) => (
        <details key={question} name={name} open={at === 0} className="px-4 sm:px-5">
          <summary className="fold min-h-14 py-3 font-semibold">{question}</summary>
          <p className="pb-5 text-ink-2">{answer}</p>
        </details>
      ))}
    </div>
  );
}
