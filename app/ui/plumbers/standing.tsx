import type { ReactNode } from "react";
import type { Standing } from "~/domain/vetting/vetting";
import { Notice } from "../shell/elements";

interface Props {
  standing: Standing;
  children?: ReactNode;
}

export const StandingNotice = ({ standing: { isRefused, text, officeWords, next }, children }: Props) => (
  <Notice kind={isRefused ? "danger" : "info"}>
    <p>
      {text}{" "}
      {officeWords && (
        <q dir="auto" className="whitespace-pre-line">
          {officeWords}
        </q>
      )}{" "}
      {next}
    </p>
    {children}
  </Notice>
);
