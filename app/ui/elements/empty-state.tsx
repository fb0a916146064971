import type { ReactNode } from "react";

interface EmptyStateProps {
  illustration: string;
  text: string;
  isPage?: boolean;
  children?: ReactNode;
}

export function EmptyState({ illustration, text, isPage = false, children }: EmptyStateProps) {
  const Text = isPage ? "h1" : "p";
  return (
    <div className="card grid justify-items-center gap-4 px-6 py-8 text-center">
      <img src={illustration} alt="" width={200} height={150} />
      <Text className="text-lg font-semibold">{text}</Text>
      {children}
    </div>
  );
}
