import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listMailbox } from "~/domain/notices/mailbox.server";
import { privateKey } from "~/domain/photos/private-photos.server";
import { openReceipt } from "~/dialogue/receipt-file.server";
import { notFound } from "~/http/responses";

/** An email has its styles in itself, and a mail program runs no script. */
const AS_IN_A_MAIL_PROGRAM = {
  "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox allow-popups",
};

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
    return new Response(html.replace("display:none;max-height:0", "padding:8px"), {
      headers: { "Content-Type": "text/html; charset=utf-8", ...AS_IN_A_MAIL_PROGRAM },
    });
  }
  const jpeg = await context.privatePhotos.openJpeg(privateKey(photo));
  if (!jpeg) throw notFound();
  return new Response(jpeg);
}
