import { averageRating, completionRate, type PlumberSummary } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/numbers";
import { Figure } from "../shell/elements";

type Work = Pick<PlumberSummary, "jobsCompleted" | "ratingSum" | "ratingCount"> & { jobsTotal: number };

export const WorkFigures = ({ work }: { work: Work }) => (
  <>
    <Figure label="Total Jobs" value={work.jobsTotal} icon="briefcase" />
    <Figure label="Completed Jobs" value={work.jobsCompleted} icon="circle-check" />
    <Figure
      label="Completion Rate"
      value={`${completionRate(work.jobsCompleted, work.jobsTotal)}%`}
      icon="gauge"
      note={`${work.jobsCompleted} of ${countOf(work.jobsTotal, "job")}`}
    />
    <Figure label="Average Rating" value={averageRating(work) ?? "0.00"} icon="star" />
  </>
);
