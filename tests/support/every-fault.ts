import { openDatabase } from "~/db/client.server";
import type { DomainContext } from "~/domain/domain-context.server";
import type { PaymentProvider } from "~/domain/online-payments/provider";
import { gatherReads } from "../../workers/d1/gather";
import { pipeline } from "../../workers/d1/pipeline";
import { env } from "./env";

// Every place at which a step that talks to D1 and to the payment provider can break.

/**
 * Where: at which call, and whether it never arrives, its answer is lost, or D1 breaks behind so many statements of a batch,
 * which takes the ones before them back.
 */
export interface Fault {
  call: number;
  where: "on the way there" | "on the way back" | number;
}

/** What one call was, for the list of faults. */
interface Call {
  to: "D1" | "the provider";
  statements: number;
}

class Broken extends Error {}
/** What no account may be, so that D1 itself refuses the batch. */
const IMPOSSIBLE = "insert into ledger_balances (account, amount) values ('held:nothing', -1)";

/** D1 and the provider of `context`, which break once, at `fault` (null: never); `calls` is what was asked of them. */
export function breakable(context: DomainContext, fault: Fault | null): { context: DomainContext; calls: Call[] } {
  const calls: Call[] = [];
  async function around<T>(call: Call, run: () => Promise<T>, breakBehind: (statements: number) => Promise<T>) {
    const number = calls.push(call) - 1;
    if (fault?.call !== number) return run();
    if (typeof fault.where === "number") return breakBehind(fault.where);
    if (fault.where === "on the way back") await run();
    throw new Broken(fault.where);
  }
  const d1 = pipeline(env.DB, gatherReads(), (call, send) =>
    around(
      { to: "D1", statements: call.statements.length },
      () => send(call),
      async (count) => {
        const { prepared } = call;
        await env.DB.batch([...prepared.slice(0, count), env.DB.prepare(IMPOSSIBLE), ...prepared.slice(count)]);
        throw new Error("D1 took what no account may be");
      },
    ),
  );
  const { paymentProvider } = context;
  return {
    calls,
    context: {
      ...context,
      db: openDatabase(d1),
      paymentProvider: paymentProvider && {
        ...paymentProvider,
        ...overProvider(paymentProvider, (run) =>
          around({ to: "the provider", statements: 1 }, run, () => Promise.reject(new Broken("never"))),
        ),
      },
    },
  };
}

/** A provider whose lost calls look as they do to the product: no answer. */
function overProvider(
  { start, poll, trace }: PaymentProvider,
  around: <T>(run: () => Promise<T>) => Promise<T>,
): Pick<PaymentProvider, "start" | "poll" | "trace"> {
  const orLost = <T, Lost>(run: () => Promise<T>, lost: Lost): Promise<T | Lost> =>
    around(run).catch((error: unknown) => {
      if (error instanceof Broken) return lost;
      throw error;
    });
  return {
    start: (payment) => orLost(() => start(payment), { status: "lost" }),
    poll: (pollUrl) => orLost(() => poll(pollUrl), null),
    trace: (id) => orLost(() => trace(id), null),
  };
}

/** Every fault of a step that made these calls. */
export const faultsOf = (calls: readonly Call[]): Fault[] =>
  calls.flatMap(({ to, statements }, call): Fault[] => [
    { call, where: "on the way there" },
    { call, where: "on the way back" },
    ...(to === "D1" ? Array.from({ length: statements - 1 }, (_, at): Fault => ({ call, where: at + 1 })) : []),
  ]);
