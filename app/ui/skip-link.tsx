export function SkipLink() {
  return (
    <a href="#content" className="sr-only z-50 bg-focus px-4 py-3 font-semibold text-ink focus:not-sr-only focus:absolute">
      Skip to content
    </a>
  );
}
