import type { Faq } from "~/content/faq";

export const Questions = ({ questions, name }: { questions: Faq; name: string }) => (
  <div className="card divide-y divide-line">
    {Object.entries(questions).map(([question, answer], at) => (
      <details key={question} name={name} open={at === 0} className="px-4 sm:px-5">
        <summary className="min-h-14 py-3 font-semibold">{question}</summary>
        <p className="pb-5 text-ink-2">{answer}</p>
      </details>
    ))}
  </div>
);
