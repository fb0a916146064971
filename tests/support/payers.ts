import { checkLedgerNow } from "~/domain/ledger/ledger.server";
import type { SteppedUpUser } from "~/domain/values/user";
import { createUser, context } from "./users";

// Two of each side and two admins, for the tests of money.

export let client: SteppedUpUser;
export let otherClient: SteppedUpUser;
export let plumber: SteppedUpUser;
export let otherPlumber: SteppedUpUser;
export let admin: SteppedUpUser;
export let otherAdmin: SteppedUpUser;

/** Makes them again: files share this module, but not the database. */
export async function seedPayers() {
  client = await createUser(context, "client", { firstName: "Rudo", lastName: "Moyo" });
  otherClient = await createUser(context, "client");
  plumber = await createUser(context, "plumber", { firstName: "Tendai", lastName: "Ncube" });
  otherPlumber = await createUser(context, "plumber", { feeCents: 1500 });
  admin = await createUser(context, "admin");
  otherAdmin = await createUser(context, "admin");
  await checkLedgerNow(context);
}
