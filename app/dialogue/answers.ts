import type { DialogueState, REQUEST_QUESTIONS } from "~/db/dialogue-states";
import type { Choice, ChoiceRow } from "~/domain/notices/said";
import type { Problem } from "~/domain/search/problem";
import type { Instant } from "~/domain/time/harare";
import type { Wish } from "./times";

export type QuestionName = (typeof REQUEST_QUESTIONS)[number];

/** A plumber and a time that can be chosen. The fee is in cents; `stars`: of so many reviews, null without any. */
export interface Offer {
  plumberId: string;
  firstName: string;
  lastName: string;
  startsAt: Instant;
  feeCents: number;
  stars: string | null;
}

/** Where a visit is. `pin`: latitude and longitude; absent: none was set. */
export interface Place {
  city: string;
  suburb: string;
  street: string;
  pin?: string | undefined;
}

/** Someone's answers on the way to a request. The missing ones are still to be asked for. */
export interface Answers {
  problem?: Problem | "other";
  /** The problem in their own words. */
  notes?: string;
  city?: string;
  suburb?: string;
  /** Where their last visit was. */
  lastPlace?: Place;
  /** The location that they sent: it gives the city, and may be where the job is. */
  near?: string;
  pin?: string;
  /** When they want it; absent: as soon as possible. `asksWhen`: they have asked for other times. */
  wish?: Wish;
  asksWhen?: true;
  /** Words in which a plumber may be named, to be looked for among those of the city. */
  wants?: string | undefined;
  /** Found for that. */
  offers?: Offer[];
  offer?: Offer | "office";
  startsAt?: Instant;
  street?: string;
  firstName?: string;
  lastName?: string;
  /** The ids at Meta of the pictures that they sent. */
  pictures?: string[];
  isSent?: boolean;
  /** The question that waits while something else is asked. */
  resume?: QuestionName;
  /** The state before a person answered. */
  before?: DialogueState;
  /** A message that may be for the other side of their last conversation. */
  waiting?: Waiting;
  job?: AskedJob;
  photo?: SentPictures;
  /** The choices of the last message, which can be named while nothing is asked. */
  offered?: readonly ChoiceRow[];
  /** The job that they looked at last: words without a name are for its other side. */
  about?: string;
  /** Whom we said last that their words go to. */
  sentTo?: string;
}

/** A plumber's pictures, whose job isn't known yet: the messages that brought them, each with its id at Meta. */
export interface SentPictures {
  sent: { id: string; picture: string }[];
}

/** An action about a job: the booking's id, its name, and what its button was about. */
export interface AskedJob {
  id: string;
  name: string;
  mark: string;
  /** The subject of a second question. */
  about?: string;
}

export interface Waiting {
  id: string;
  text: string;
  /** The id at Meta of a picture with it. */
  picture?: string | null;
  recipientId: string;
  recipient: string;
  /** Absent: it is for the recipient, if for anybody. */
  people?: readonly { id: string; firstName: string }[];
  /** The button of the step that the words may mean. */
  step?: Choice;
  /** They may be a quote: its lines, read back. */
  quote?: string | undefined;
}
