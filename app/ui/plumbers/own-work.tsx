import type { ReactNode } from "react";
import type { Standing } from "~/domain/vetting/standing";
import { Notice } from "../elements/notice";
import { averageRating, completionRate, type PlumberSummary } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/count-of";
import { Figure } from "../elements/figure";

/** A plumber's approval by our office (O9, D21). */
export const StandingNotice = ({
  standing: { isRefused, text, officeWords, next },
  children,
}: {
  standing: Standing;
  children?: ReactNode;
}) => (
  <Notice kind={isRefused ? "danger" : "info"}>
    <p>
      {text} {officeWords && <q className="whitespace-pre-line">{officeWords}</q>} {next}
    </p>
    {children}
  </Notice>
);

type Work = Pick<PlumberSummary, "jobsCompleted" | "ratingSum" | "ratingCount"> & {
  jobsTotal: number;
  jobsOpen: number;
};

export const WorkFigures = ({ work }: { work: Work }) => (
  <>
    <Figure label="Total Jobs" value={work.jobsTotal} icon="briefcase" />
    <Figure label="Completed Jobs" value={work.jobsCompleted} icon="circle-check" />
    <Figure
      label="Completion Rate"
      value={`${completionRate(work.jobsCompleted, work.jobsTotal)}%`}
      icon="gauge"
      note={`${work.jobsCompleted} of ${countOf(work.jobsTotal - work.jobsOpen, "closed job")} done`}
    />
    <Figure label="Average Rating" value={averageRating(work) ?? "0.00"} icon="star" />
  </>
);
