import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/notices/mailbox.server";
import { notFound } from "~/http/responses";

export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  return Response.json(await listMailbox(context.db, context.origin, "email"));
}
