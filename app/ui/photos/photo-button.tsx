import { PRIVATE_PHOTO_SIZES } from "~/domain/photos/photo";
import { Icon } from "../elements/icon";
import { PHOTO_TYPES } from "./photo-types";
import { shrinkPhoto } from "./shrink-photo";

/** Chooses one photo for a message; with script it is shrunk at once and handed on. */
export const PhotoButton = ({ onPhoto }: { onPhoto: (photo: File) => void }) => (
  <label className="relative grid size-12 shrink-0 place-items-center rounded-field text-brand-700 focus-within:outline-3 focus-within:outline-focus">
    <Icon name="camera" label="Add a photo" />
    <input
      type="file"
      name="photo"
      accept={PHOTO_TYPES}
      className="absolute inset-0 size-full cursor-pointer opacity-0"
      onChange={async ({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        currentTarget.value = "";
        if (file) onPhoto(await shrinkPhoto(file, PRIVATE_PHOTO_SIZES[0]));
      }}
    />
  </label>
);
