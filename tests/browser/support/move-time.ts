/** Moves the clock of a page or of a service worker, there. */
export function moveTime(offset: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, [first = now(), ...rest]: [number?, ...number[]]) =>
      Reflect.construct(target, [first, ...rest]) as Date,
    apply: () => String(new RealDate(now())),
    get: (target, name): unknown => (name === "now" ? now : Reflect.get(target, name)),
  });
}
