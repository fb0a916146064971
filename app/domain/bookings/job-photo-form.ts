import * as z from "zod";
import { newIdField } from "../values/fields";
import { JOB_PHOTO_KINDS } from "./job-photos";

/** The form of a job's photo, apart from the file (P5). */
export const jobPhotoForm = z.object({ kind: z.enum(JOB_PHOTO_KINDS), uploadId: newIdField() });
