/** A code sample in a box that scrolls, by keyboard too. */
export function Sample({ label, children }: { label: string; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-[10px] bg-brand-900 p-4 text-sm text-brand-50"
    >
      <code>{children}</code>
    </pre>
  );
}
