import type { ReactNode } from "react";
import type { Standing } from "~/domain/vetting/vetting";
import { Notice } from "../elements/notice";

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
