import { Form } from "@remix-run/react";
import type { PrivatePhoto } from "~/domain/photos/private-photo";
import { Dialog } from "../elements/dialog";
import { PhotoForm } from "./photo-form";
import { PHOTO_KIND_LABELS, PhotoStrip } from "./photo-strip";

interface Props extends Omit<React.ComponentProps<typeof PhotoForm>, "labels" | "form"> {
  photos: PrivatePhoto[];
  /** Whether the viewer is the office, which hides photos. */
  canHide: boolean;
  back: string;
}

/** The photos of a job, with the form to add some, or the office's button at each. */
export function JobPhotosDialog({ photos, kinds, canHide, back, ...form }: Props) {
  return (
    <Dialog title="Photos" back={back} backLabel="Back">
      {photos.length === 0 && <p className="text-ink-2">No photos yet.</p>}
      <PhotoStrip photos={photos} action={canHide ? (photo) => <HideButton photo={photo} /> : undefined} />
      {kinds.length > 0 && <PhotoForm kinds={kinds} labels={PHOTO_KIND_LABELS} {...form} />}
    </Dialog>
  );
}

const HideButton = ({ photo: { id, isHidden } }: { photo: PrivatePhoto }) => (
  <Form method="post" replace>
    <button name="intent" value={`${isHidden ? "show" : "hide"}:${id}`} className="button-link">
      {isHidden ? "Show again" : "Hide"}
    </button>
  </Form>
);
