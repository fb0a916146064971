import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/notices/mailbox.server";
import { privateKey } from "~/domain/photos/private-photos.server";
import { notFound } from "~/http/responses";

/** The emails of local mode as JSON, or with `picture` the photo above a message by WhatsApp, as its provider gets it. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  const picture = new URL(request.url).searchParams.get("picture");
  if (picture === null) return Response.json(await listMailbox(context.db, context.origin, "email"));
  const photo = await context.privatePhotos.openJpeg(privateKey(picture));
  if (!photo) throw notFound();
  return new Response(photo);
}
