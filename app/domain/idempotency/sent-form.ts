/** The field with a form's id, made by the page's script: the verb knows a form again whose answer was lost (C12). */
export const FORM_ID_FIELD = "formId";
