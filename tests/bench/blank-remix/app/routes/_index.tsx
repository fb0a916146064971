import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";

export const meta: MetaFunction = () => [{ title: "A blank page" }];

export const loader = () => ({ text: "A page of Remix with nothing on it." });

export default function Index() {
  return <h1>{useLoaderData<typeof loader>().text}</h1>;
}
