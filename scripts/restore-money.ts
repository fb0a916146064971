import * as z from "zod";
import { newId } from "../app/domain/values/id";
import { lostPayment, lostPayout, restorePayment, restorePayout } from "./lost-money";
import { endWith, executeOnD1 } from "./wrangler";

// Restores what D1 has lost when it was rewound (docs/operations.md, "After a restore").
// npm run restore:money -- ADMIN_EMAIL payment MERCHANT_REFERENCE JOB_REFERENCE DOLLARS METHOD [PHONE] [--remote]
// npm run restore:money -- ADMIN_EMAIL payout METHOD PLUMBER_ID=DOLLARS... [--remote]
const args: string[] = process.argv.slice(2);
const [admin = "", what, ...values] = args.filter((argument) => !argument.startsWith("--"));
const by = { admin: admin.toLowerCase(), now: Date.now() };

await restore().catch(endWith);

async function restore(): Promise<void> {
  if (what !== "payout")
    return execute(restorePayment(by, read(lostPayment)), {
      done: "The provider is asked within a minute; then it is under Payments, Online.",
      ask: "is the booking there, and none of its payments undecided?",
    });
  const id = newId();
  await execute(restorePayout(by, id, read(lostPayout)), {
    done: `Now note it as sent, with the bank's reference: /admin-dashboard/payouts/${id}`,
    ask: "are payouts stopped, and do the books owe each plumber that much?",
  });
}

function read<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}

async function execute(statements: string[], { done, ask }: { done: string; ask: string }): Promise<void> {
  const found = (await executeOnD1(statements, args.includes("--remote"))).at(-1) ?? [];
  if (found.length > 0) return console.info(`Restored. ${done}`);
  console.error(`Nothing restored. Is ${admin} an admin, ${ask}`);
  process.exitCode = 1;
}
