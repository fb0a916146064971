import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/notices/mailbox.server";
import { privateKey } from "~/domain/photos/private-photos.server";
import { openReceipt } from "~/dialogue/receipt-file.server";
import { notFound } from "~/http/responses";

/** The emails of local mode as JSON, or what its WhatsApp messages bring: a `photo` by its id, a `receipt` by its number. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  const { searchParams } = new URL(request.url);
  const photo = searchParams.get("photo");
  const number = Number(searchParams.get("receipt"));
  const receipt = number > 0 ? await openReceipt(context, { id: "", role: "admin" }, number) : null;
  if (receipt) return new Response(receipt);
  if (photo === null) return Response.json(await listMailbox(context.db, context.origin, "email"));
  const jpeg = await context.privatePhotos.openJpeg(privateKey(photo));
  if (!jpeg) throw notFound();
  return new Response(jpeg);
}
