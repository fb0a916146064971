import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";

export const meta: MetaFunction = () => [{ title: `Not found – ${brand.name}` }];

export const loader = () => {
  throw new Response("Not found", { status: 404 });
};

export const action = loader;

export default function NotFound() {
  return null;
}
