/** One line in the terminal for each thing that was tried. */
export function openReport() {
  const tried = { ok: 0, failed: 0 };
  return {
    tried,
    /** A failure doesn't stop later lines; those that depend on it fail too, each with its reason. */
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
