// What the page for people shows of the API.

/** A key of an object: its type in words, and whether it has to be there. */
export interface KeyView {
  name: string;
  type: string;
  required: boolean;
  about: string;
}

export interface ObjectView {
  title: string;
  about: string;
  keys: KeyView[];
}

export interface OperationView {
  id: string;
  method: string;
  paths: string[];
  summary: string;
  about: string;
  caller: string;
  query: KeyView[];
  bodyKind: string | null;
  /** The forms that a body can have: one, or several to choose from. */
  bodies: ObjectView[];
  /** At most `max` calls in so many minutes. */
  limits: { name: string; max: number; minutes: number }[];
  answer: string;
  status: string;
  /** The codes of its problems, by their status. */
  problems: [status: string, codes: string[]][];
}

/** A code of the errors: its status and what it says. */
export interface ProblemView {
  code: string;
  status: number;
  title: string;
}

export interface ReferenceView {
  topics: { name: string; about: string; operations: OperationView[] }[];
  problems: ProblemView[];
  objects: ObjectView[];
  frames: { received: ObjectView[]; sent: ObjectView[] };
  closeCodes: [code: number, why: string][];
}
