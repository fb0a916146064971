import { type ReactNode, useState } from "react";
import type { FormReplyOf } from "./form";

interface Props {
  /** The form can still be sent: nobody else has done its thing. */
  isOpen: boolean;
  reply: Pick<FormReplyOf<string>, "sent">;
  /** The fields for words of one's own. */
  words: readonly string[];
  children?: ReactNode;
}

/** A form that another user's act closes: where its user had written something, they read it here, to copy (F8). */
export function WhileOpen({ isOpen, reply, words, children }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  if (isOpen)
    return (
      <div
        className="contents"
        onInput={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          setTyped((known) => ({ ...known, [name]: value }));
        }}
        // The response brings back what was sent and refused.
        onSubmit={() => setTyped({})}
      >
        {children}
      </div>
    );
  const kept = words.map((name) => typed[name] ?? reply.sent?.[name] ?? "").filter(Boolean);
  if (kept.length === 0) return null;
  return (
    <div role="alert" className="grid gap-2">
      <p>Meanwhile this has changed, so what you wrote is not saved. Your words, to copy:</p>
      {kept.map((text) => (
        <textarea key={text} readOnly rows={3} dir="auto" className="input" aria-label="Your words" value={text} />
      ))}
    </div>
  );
}
