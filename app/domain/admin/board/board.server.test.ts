import { expect, test } from "vitest";
import { insertBooking } from "../../../../tests/support/money-rows";
import { context, createUser, rowsRead } from "../../../../tests/support/users";
import { dateAt, instantOf, MINUTE } from "../../time/harare";
import { firstChoice } from "./board";
import { listBoard } from "./board.server";

const today = dateAt(context.now);
const choice = firstChoice(today);
const client = await createUser(context, "client");

async function book(plumberId: string, jobs: number, from = 0) {
  for (let job = from; job < jobs; job += 1) {
    const startsAt = instantOf(today, 600) + 30 * job * MINUTE;
    await insertBooking(context, { clientId: client.id, plumberId, startsAt, cityKey: "harare" });
  }
}

test("a board has the open jobs of plumbers who are no longer listed, and reads no other jobs for them", async () => {
  const gone = await createUser(context, "plumber", { listed: false });
  const elsewhere = await createUser(context, "plumber", { city: "Mutare" });
  await book(gone.id, 2);
  await book(elsewhere.id, 1);
  const read = async () => rowsRead((db) => listBoard(db, choice));
  const before = await read();
  await book(elsewhere.id, 20, 1);
  expect(await read()).toBe(before);
  const { rows } = await listBoard(context.db, choice);
  expect(rows.find(({ id }) => id === gone.id)?.jobs).toHaveLength(2);
});
