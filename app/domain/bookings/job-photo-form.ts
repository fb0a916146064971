import * as z from "zod";
import { JOB_PHOTO_KINDS } from "./job-photos";

/** The id that a page gives to an upload. */
export const uploadIdField = z.string().regex(/^[a-z0-9]{24}$/);

/** The form of a job's photo, apart from the file (P5). */
export const jobPhotoForm = z.object({ kind: z.enum(JOB_PHOTO_KINDS), uploadId: uploadIdField });
