import { photoUrl } from "~/domain/photos/photo";
import { FieldError } from "../forms/field";
import { PHOTO_TYPES } from "../photos/shrink-photo";
import type { FieldMeta } from "../forms/use-form-reply";

/** A photo to upload. `photoKey` is the one kept from an earlier attempt, `present` the one shown so far. */
export function PhotoField({
  meta,
  photoKey,
  present = null,
}: {
  meta: FieldMeta;
  photoKey: string | null;
  present?: string | null;
}) {
  return (
    <div className="field">
      <label htmlFor={meta.id}>Photo</label>
      {present && !photoKey && (
        <img src={photoUrl(present, 160)} alt="Your current photo" width={64} height={64} className="avatar" />
      )}
      {photoKey && (
        <p className="flex items-center gap-3">
          <img src={photoUrl(photoKey, 160)} alt="Your photo" width={64} height={64} className="avatar" />
          <span className="text-ink-2">We've kept your photo. Choose another one only to replace it.</span>
          <input type="hidden" name="photoKey" value={photoKey} />
        </p>
      )}
      <input
        id={meta.id}
        name="image"
        type="file"
        accept={PHOTO_TYPES}
        data-shrink={1600}
        className="input file"
        aria-invalid={meta.error ? true : undefined}
        aria-describedby={meta.error ? `${meta.id}-error` : undefined}
      />
      <FieldError meta={meta} />
    </div>
  );
}
