import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/email/outbox.server";
import { notFound } from "~/http/not-found";

/** Every mail of local mode as JSON, newest first; anywhere else this does not exist. */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  return Response.json(await listMailbox(context.db));
}
