import type { ReactNode } from "react";
import type { EnquiryTopic } from "~/domain/enquiries/enquiry";
import type { FormReply } from "~/http/forms";
import { Icon } from "../elements/icon";
import { useLastActionData } from "../elements/use-sticky-value";
import { useFlash } from "../shell/use-flash";

interface Props {
  id: EnquiryTopic;
  title: string;
  /** What the form is for. */
  text: string;
  children: ReactNode;
}

/** One of several forms of a page: told apart at a glance, and open where it was sent. */
export function FoldedForm({ id, title, text, children }: Props) {
  const flash = useFlash();
  const sent = useLastActionData<FormReply>()?.values?.["form"] ?? flash?.at ?? null;
  return (
    <details name="write-to-us" open={sent === id} className="group">
      <summary className="card flex min-h-14 list-none items-center gap-4 px-5 py-3 hover:border-brand-600">
        <span className="grid flex-1 leading-snug">
          <h2 className="text-lg">{title}</h2>
          <span className="text-ink-2">{text}</span>
        </span>
        <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
