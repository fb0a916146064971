import type { ReactNode } from "react";

interface Props {
  drawing: string;
  text: string;
  /** It stands for a whole page. */
  isPage?: boolean;
  children?: ReactNode;
}

/** A list with nothing in it: a drawing, the sentence, one way on. */
export function EmptyState({ drawing, text, isPage = false, children }: Props) {
  const Text = isPage ? "h1" : "p";
  return (
    <div className="card grid justify-items-center gap-4 px-6 py-10 text-center">
      <img src={drawing} alt="" width={200} height={150} />
      <Text className="!text-lg font-semibold">{text}</Text>
      {children}
    </div>
  );
}
