import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/outbox/outbox.server";
import { notFound } from "~/http/not-found";

/** Every email of local mode as JSON, newest first; elsewhere 404 (S6). */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  return Response.json(await listMailbox(context.db));
}
