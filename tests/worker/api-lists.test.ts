import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, plumberProfiles, users } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { call, tokenOf, type ApiCall, type One } from "../support/api";
import { env } from "../support/env";
import { createUser, createKnownClient } from "../support/users";
import { book, seedTown, type TownUser } from "../support/town";
import { currentInstant } from "../support/now";

const town = await seedTown();

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

const nextOf = (headers: Headers) => /^<(.+)>; rel="next"$/.exec(headers.get("Link") ?? "")?.[1] ?? null;

describe("lists", () => {
  test("go on with `before`, to the last one and each once, in the order of the pages", async () => {
    const eager = await createUser(town.context, "client");
    const busy = await createUser(town.context, "plumber");
    for (let at = 0; at < 7; at++) {
      const id = await book(town.context, eager, busy, town.starts[at]!);
      await transitionBooking(town.context, busy, (await findBookingFor(town.context.db, busy, id))!, "confirm");
      // Three of them are in the past by now.
      if (at < 3)
        await town.context.db
          .update(bookings)
          .set({ startsAt: town.context.now - (at + 1) * DAY })
          .where(sql`id = ${id}`);
    }
    const all = async (path: string, user: typeof eager, limit: number) => {
      const token = await tokenOf(town.context, user);
      const seen: number[] = [];
      for (let next: string | null = `${path}?limit=${limit}`; next;) {
        const { body, headers, status } = await call("GET", next, { token });
        expect(status).toBe(200);
        expect((body as One[]).length).toBeLessThanOrEqual(limit);
        seen.push(...(body as One[]).map(({ startsAt }) => Date.parse(String(startsAt))));
        next = nextOf(headers);
      }
      return seen;
    };
    const [ahead, past] = [town.starts.slice(3, 7), [1, 2, 3].map((days) => town.context.now - days * DAY)];
    for (const limit of [1, 3, 7]) {
      expect(await all("/api/bookings/client", eager, limit), `client by ${limit}`).toEqual([
        ...ahead.toReversed(),
        ...past,
      ]);
      expect(await all("/api/bookings/plumber", busy, limit), `plumber by ${limit}`).toEqual([...ahead, ...past]);
    }
  });

  test("never return more than 200 objects, nor what follows someone else's object", async () => {
    const crowd = await createUser(town.context, "client");
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
      insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
      select printf('crowd%08d', i), printf('PB-C%08d', i), ?1, ?2, 'completed', i, 1, 1 from n`,
    )
      .bind(crowd.id, town.otherPlumber.id)
      .run();
    const token = await tokenOf(town.context, crowd);
    const first = await call("GET", "/api/bookings/client", { token });
    expect(first.body).toHaveLength(200);
    expect((await call("GET", nextOf(first.headers)!, { token })).body).toHaveLength(50);
    expect((await call("GET", "/api/bookings/client?limit=201", { token })).status).toBe(422);
    // An end that is none would look like the end of the list.
    for (const [path, token] of [
      ["/api/bookings/client", town.tokens.otherClient],
      ["/api/bookings/plumber", town.tokens.plumber],
      ["/api/auth/users", town.tokens.client],
      ["/api/auth/plumbers", ""],
    ]) {
      for (const before of ["crowd00000100", "nobody", crowd.id]) {
        expect(await call("GET", `${path}?before=${before}`, { token }), `${path} ${before}`).toMatchObject({
          status: 422,
          body: { message: "That isn't in this list. Please start again." },
        });
      }
    }
  });

  test("lose nothing and repeat nothing when the object they stopped at is reassigned, suspended or has begun", async () => {
    const busy = await createUser(town.context, "plumber", { city: "Masvingo" });
    const token = await tokenOf(town.context, busy);
    const ids: string[] = [];
    for (let at = 0; at < 6; at++)
      ids.push(await book(town.context, await createKnownClient(town.context), busy, town.starts[at + 20]!));
    const part = async (path: string) => {
      const { body, headers } = await call("GET", path, { token });
      return { ids: (body as One[]).map(({ _id }) => _id), next: nextOf(headers) ?? "" };
    };
    const first = await part("/api/bookings/plumber?limit=2");
    expect(first.ids).toEqual(ids.slice(0, 2));
    await town.context.db
      .update(bookings)
      .set({ plumberId: town.otherPlumber.id })
      .where(sql`id = ${ids[1]}`);
    expect((await part(`${first.next}&limit=200`.replace("limit=2&", ""))).ids).toEqual(ids.slice(2));

    // The job they stopped at begins: the remaining upcoming jobs still come first, and it is not repeated.
    const third = await part(first.next);
    expect(third.ids).toEqual(ids.slice(2, 4));
    await town.context.db
      .update(bookings)
      .set({ startsAt: currentInstant() - 1000 })
      .where(sql`id = ${ids[3]}`);
    expect((await part(third.next)).ids.slice(0, 2)).toEqual(ids.slice(4));

    const colleagues = await Promise.all(
      [1, 2, 3].map((at) => createUser(town.context, "plumber", { city: "Chinhoyi", firstName: `Colleague${at}` })),
    );
    const top = await part("/api/auth/plumbers?city=chinhoyi&limit=1");
    expect(top.ids).toEqual([colleagues[0]!.id]);
    await town.context.db
      .update(plumberProfiles)
      .set({ listed: false })
      .where(sql`user_id = ${colleagues[0]!.id}`);
    expect((await part(top.next.replace("limit=1", "limit=9"))).ids).toEqual(colleagues.slice(1).map(({ id }) => id));
  });

  test("of messages give the newest, oldest first; reading them counts as read", async () => {
    for (let at = 0; at < 5; at++)
      await sendMessage(town.context, town.admin, {
        recipientId: town.otherClient.id,
        id: newId(),
        content: `Line ${at}`,
      });
    const address = `/api/messages?userId=${town.admin.id}`;
    const newest = await call("GET", `${address}&limit=2`, as("otherClient"));
    expect((newest.body as One[]).map(({ content }) => content)).toEqual(["Line 3", "Line 4"]);
    const older = await call("GET", nextOf(newest.headers)!, as("otherClient"));
    expect((older.body as One[]).map(({ content }) => content)).toEqual(["Line 1", "Line 2"]);
    const unread = () => town.context.db.$count(users, sql`id = ${town.otherClient.id} and unread_messages > 0`);
    await expect.poll(unread).toBe(0);
  });
});
