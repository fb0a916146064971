/** A code sample in a box that scrolls, by keyboard too. */
export function Sample({ label, children }: { label: string; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-field bg-panel p-4 text-sm text-on-panel"
    >
      <code>{children}</code>
    </pre>
  );
}
