import type { PhotoSender } from "~/domain/photos/private-photos.server";
import { addPaper } from "~/domain/vetting/papers.server";
import { paperForm } from "~/domain/vetting/vetting-forms";
import type { RequestContext } from "./context";
import { chosenFile } from "./photo-upload.server";

/** Takes the photo of a paper out of a form (D21); null when the form holds none. */
export async function receivePaper(context: RequestContext, sender: Omit<PhotoSender, "token">, form: FormData) {
  const upload = chosenFile(form.get("photo"));
  const { success, data } = paperForm.safeParse(Object.fromEntries(form));
  if (success && upload)
    return addPaper(context, { ...sender, token: context.session.token ?? "" }, { ...data, upload });
  await sender.confirmation;
  return null;
}
