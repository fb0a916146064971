/** A number where there is no room for it: `767`, `1.8k`, `54k`, `1.2m`. */
export function formatShort(value: number): string {
  for (const [unit, letter] of [
    [1_000_000, "m"],
    [1_000, "k"],
  ] as const) {
    // 999,950 is 1m, not 1000k.
    if (value >= unit * 0.9995) {
      const parts = value / unit;
      return `${parts < 9.95 ? Math.round(parts * 10) / 10 : Math.round(parts)}${letter}`;
    }
  }
  return String(Math.round(value * 10) / 10);
}
