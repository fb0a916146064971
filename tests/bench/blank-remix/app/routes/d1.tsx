import { useLoaderData } from "@remix-run/react";

/** As blank as the first page, but for one question to D1: the floor of every page that asks it. */
export const loader = async ({ context }: { context: { DB: D1Database } }) => ({
  one: await context.DB.prepare("select 1 as one").first<number>("one"),
});

export default function AsksD1() {
  return <h1>{useLoaderData<typeof loader>().one}</h1>;
}
