import { Form } from "@remix-run/react";
import type { PrivatePhoto } from "~/domain/photos/private-photo";
import { Dialog } from "../elements/dialog";
import { Notice } from "../elements/notice";
import { useFormReply } from "../forms/use-form-reply";
import { PhotoForm } from "./photo-form";
import { PHOTO_KIND_LABELS, PhotoStrip } from "./photo-strip";

interface Props extends Omit<React.ComponentProps<typeof PhotoForm>, "labels" | "form"> {
  photos: PrivatePhoto[];
  /** Whether the viewer is the office, which hides photos. */
  canHide: boolean;
  /** The ids of the photos that the viewer can remove. */
  removable: readonly string[];
  back: string;
}

/** The photos of a job, with the form to add some, or the office's button at each. */
export function JobPhotosDialog({ photos, kinds, canHide, removable, back, ...form }: Props) {
  const { message } = useFormReply("photo", []);
  return (
    <Dialog title="Photos" back={back} backLabel="Back">
      {message && <Notice kind="danger">{message}</Notice>}
      {photos.length === 0 && <p className="text-ink-2">No photos yet.</p>}
      <PhotoStrip
        photos={photos}
        action={(photo) =>
          canHide ? <HideButton photo={photo} /> : removable.includes(photo.id) && <RemoveButton photo={photo} />
        }
      />
      {kinds.length > 0 && <PhotoForm kinds={kinds} labels={PHOTO_KIND_LABELS} {...form} />}
    </Dialog>
  );
}

const RemoveButton = ({ photo: { id } }: { photo: PrivatePhoto }) => (
  <Form method="post" replace>
    <button name="intent" value={`remove:${id}`} className="button-link">
      Remove
    </button>
  </Form>
);

const HideButton = ({ photo: { id, isHidden } }: { photo: PrivatePhoto }) => (
  <Form method="post" replace>
    <button name="intent" value={`${isHidden ? "show" : "hide"}:${id}`} className="button-link">
      {isHidden ? "Show again" : "Hide"}
    </button>
  </Form>
);
