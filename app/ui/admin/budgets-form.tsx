import type { Budget } from "~/domain/notices/daily-budgets";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { TextField } from "../forms/field";
import { useFormReply } from "../forms/use-form-reply";
import { Shown } from "./setting-row";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";

/** How many messages go to phones in a day (N18). */
export function BudgetsForm({ budgets }: { budgets: Budget[] }) {
  const reply = useFormReply(
    "budgets",
    [...budgets.map(({ channel }) => channel), ...STEP_UP_FIELDS],
    Object.fromEntries(budgets.map(({ channel, budget }) => [channel, String(budget)])),
  );
  return (
    <SteppedUpForm
      form="budgets"
      lead="Each costs money. Beyond these numbers push notifications and emails go on, and the office is told by email."
      reply={reply}
      button="Save"
      className=""
    >
      <Shown value={JSON.stringify(Object.fromEntries(budgets.map(({ channel, budget }) => [channel, budget])))} />
      {budgets.map(({ channel, sent }) => (
        <TextField
          key={channel}
          meta={reply.fields[channel]}
          label={CHANNEL_NAMES[channel]}
          hint={`${sent} sent today`}
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
    </SteppedUpForm>
  );
}
