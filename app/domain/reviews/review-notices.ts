import { defineNotices } from "../notices/notice";
import { countOf } from "../values/numbers";
import { NO_COMMENT } from "./review";
import { excerptOf } from "../values/text";

/** No greeting by name: the batch that writes it only knows the other side. */
export const reviewNotices = defineNotices<{
  reviewLeft: { id: string; client: string; rating: number; comment: string | null };
  reviewAnswered: { id: string; plumber: string; answer: string };
}>("reviews", {
  reviewLeft: {
    isOver: "reviewHidden",
    short: ({ id, client, rating, comment }) => ({
      title: `${client} gave you ${countOf(rating, "star")}`,
      body: excerpt(comment ?? NO_COMMENT),
      path: pageOfPlumber(id),
      tag: id,
    }),
    email: ({ id, client, rating, comment }, origin) => ({
      subject: `${client} gave you ${countOf(rating, "star")}`,
      paragraphs: [
        comment === null
          ? `${client} has reviewed your work, without a comment.`
          : `${client} has reviewed your work: “${excerpt(comment)}”`,
        "You can answer it once, in public.",
      ],
      action: { label: "Read and answer", url: origin + pageOfPlumber(id) },
    }),
  },

  reviewAnswered: {
    isOver: "reviewHidden",
    short: ({ id, plumber, answer }) => ({
      title: `${plumber} has answered your review`,
      body: excerpt(answer),
      path: pageOfClient(id),
      tag: id,
    }),
    email: ({ id, plumber, answer }, origin) => ({
      subject: `${plumber} has answered your review`,
      paragraphs: [`${plumber} has answered your review: “${excerpt(answer)}”`],
      action: { label: "Read the answer", url: origin + pageOfClient(id) },
    }),
  },
});

const pageOfPlumber = (id: string) => `/plumber-dashboard/reviews#review-${id}`;
const pageOfClient = (id: string) => `/client-dashboard/reviews#review-${id}`;

const excerpt = (words: string) => excerptOf(words, 140);
