/** The file of a form's field; null: none was chosen. A chosen one may be empty. */
export const chosenFile = (entry: FormDataEntryValue | null): File | null =>
  entry instanceof File && (entry.size > 0 || entry.name !== "") ? entry : null;

export const NO_PHOTO = "Photo is required.";
