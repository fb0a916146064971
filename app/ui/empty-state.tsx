import type { ReactNode } from "react";

/** A list with nothing in it: a drawing, the sentence, one way on. */
export function EmptyState({ drawing, text, children }: { drawing: string; text: string; children?: ReactNode }) {
  return (
    <div className="card grid justify-items-center gap-4 px-6 py-10 text-center">
      <img src={drawing} alt="" width={200} height={150} />
      <p className="text-lg font-semibold">{text}</p>
      {children}
    </div>
  );
}
