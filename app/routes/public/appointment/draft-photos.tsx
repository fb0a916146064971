import { PHOTOS_OF_A_KIND, privatePhotoUrl, type PrivatePhoto } from "~/domain/photos/photo";
import { FieldError } from "~/ui/forms/field";
import type { FieldMeta } from "~/ui/forms/form";
import { PHOTO_TYPES } from "~/ui/photos/shrink-photo";

/**
 * The photos of a request that is not sent yet (B28, P5). Without script a form takes one file; with it, `enhance.ts`
 * sends the chosen photos at once, shrunk, and replaces this part of the page with that of the answer.
 */
export const DraftPhotos = ({ meta, photos }: { meta: FieldMeta; photos: Pick<PrivatePhoto, "id">[] }) => (
  <fieldset id="photos" className="grid gap-3">
    <legend className="legend mb-1">
      Photos <span className="font-normal text-ink-3">(optional, up to {PHOTOS_OF_A_KIND})</span>
    </legend>
    {photos.length > 0 && (
      <ul className="flex flex-wrap gap-3">
        {photos.map(({ id }, index) => (
          <li key={id} className="grid justify-items-start">
            <span className="photo">
              <img src={privatePhotoUrl(id, 320)} alt={`Your photo ${index + 1}`} width={96} height={96} />
            </span>
            <button name="intent" value={`remove:${id}`} formAction="#photos" className="button-link">
              Remove <span className="sr-only">photo {index + 1}</span>
            </button>
          </li>
        ))}
      </ul>
    )}
    {photos.length < PHOTOS_OF_A_KIND && (
      <div className="field" data-upload>
        <label htmlFor={meta.id} className="sr-only">
          Add a photo
        </label>
        <p className="hint">
          A picture tells the plumber which tools and parts to bring. Only you, the plumber and our office see it.
        </p>
        <input id={meta.id} name="photo" type="file" accept={PHOTO_TYPES} className="input file" />
        <button
          name="intent"
          value="photo"
          formAction="#photos"
          className="button button-quiet justify-self-start"
          data-busy="Adding..."
        >
          Add this photo
        </button>
      </div>
    )}
    <div className="field" data-problems>
      <FieldError meta={meta} />
    </div>
  </fieldset>
);
