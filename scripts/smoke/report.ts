/** Lines for the terminal, one for each thing that was tried. */
export function openReport() {
  const tried = { ok: 0, failed: 0 };
  return {
    tried,
    /** What the first lines could not do, the later ones cannot either: they say so, one by one. */
    async line(name: string, work: () => Promise<string>): Promise<void> {
      const began = performance.now();
      const said = await work().then(
        (text) => ((tried.ok += 1), `ok      ${name}: ${text}`),
        (error: Error) => ((tried.failed += 1), `FAILED  ${name}: ${error.message}`),
      );
      console.info(`${said} (${Math.round(performance.now() - began)} ms)`);
    },
  };
}

export type Report = ReturnType<typeof openReport>;

export function expect(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

export function fail(why: string): never {
  throw new Error(why);
}
