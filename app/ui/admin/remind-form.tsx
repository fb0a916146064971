import { Form, useRevalidator, useSubmit } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { OFFICE_LISTS, withBack, type OfficeList } from "~/domain/values/lists";
import { leaveRow } from "./chosen-row";
import { RowButton } from "./row-button";
import { withKey } from "./shortcuts";

interface Props {
  id: string;
  /** The plumber's. */
  name: string | undefined;
  list: OfficeList;
  className: string;
}

/**
 * Reminds a row's plumber in place, and chooses the next row at once (N17, O19). Each row sends its own: on a slow line
 * the next one must not cut the last one off.
 */
export function RemindForm({ id, name, list, className }: Props) {
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const [sent, setSent] = useState<FormData>();
  function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    event.preventDefault();
    if (sent) return;
    const intent = `remind:${id}`;
    const data = new FormData();
    data.set("intent", intent);
    setSent(data);
    leaveRow(form);
    // What is done leads on. What isn't is sent again as a page, which says why.
    void fetch(form.action, {
      method: "POST",
      body: new URLSearchParams({ intent, inPlace: "on" }),
      redirect: "manual",
      keepalive: true,
    })
      .then(({ type }) => type === "opaqueredirect")
      .catch(() => false)
      .then((isDone) => (isDone ? revalidate() : submit(data, { method: "post", action: pathOf(form) })))
      .finally(() => setSent(undefined));
  }
  return (
    <Form
      method="post"
      action={list === "today" ? withBack(OFFICE_LISTS.dispatch, list) : OFFICE_LISTS[list]}
      onSubmit={send}
    >
      <RowButton
        name="intent"
        value={`remind:${id}`}
        busy="Reminding..."
        sent={sent}
        className={className}
        {...withKey("r")}
      >
        Remind<span className="sr-only"> {name}</span>
      </RowButton>
    </Form>
  );
}

const pathOf = ({ action }: HTMLFormElement) => action.slice(location.origin.length);
