import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/notices/mailbox.server";
import { privateKey } from "~/domain/photos/private-photos.server";
import { openReceipt } from "~/dialogue/receipt-file.server";
import { notFound } from "~/http/responses";

/**
 * The emails of local mode as JSON, or one as its `html` by its id, or what its WhatsApp messages bring: a `photo` by its id, a
 * `receipt` by its number.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!context.localMode) throw notFound();
  const { searchParams } = new URL(request.url);
  const photo = searchParams.get("photo");
  const number = Number(searchParams.get("receipt"));
  const receipt = number > 0 ? await openReceipt(context, { id: "", role: "admin" }, number) : null;
  if (receipt) return new Response(receipt);
  const id = searchParams.get("html");
  if (photo === null) {
    const emails = await listMailbox(context.db, context.origin, "email");
    if (id === null) return Response.json(emails);
    const html = emails.find((email) => email.id === id)?.html;
    if (!html) throw notFound();
    // Its first line is hidden: mail programs show it beside the subject.
    // An email has its styles in itself, and a mail program runs no script.
    const headers = { "Content-Type": "text/html", "Content-Security-Policy": "sandbox" };
    return new Response(html.replace("display:none;", ""), { headers });
  }
  const jpeg = await context.privatePhotos.openJpeg(privateKey(photo));
  if (!jpeg) throw notFound();
  return new Response(jpeg);
}
