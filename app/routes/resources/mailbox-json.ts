import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/email/outbox.server";

/** Every mail of local mode as JSON, newest first; anywhere else this does not exist. */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw new Response("Not found", { status: 404 });
  return Response.json(await listMailbox(context.db));
}
