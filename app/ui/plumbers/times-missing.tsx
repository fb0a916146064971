import { brand } from "~/brand";
import { formatDate, formatTime, parseDate, type LocalDate, type MinuteOfDay } from "~/domain/time/harare";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";

/** Replaces the times while D1 can't be reached. Keeps the earlier choice in the form. */
export function TimesMissing({
  chosenDay,
  chosenTime,
}: {
  chosenDay: LocalDate | null;
  chosenTime: MinuteOfDay | null;
}) {
  const day = chosenDay && parseDate(chosenDay);
  return (
    <div className="grid gap-4">
      <Notice kind="danger">Times can't be loaded right now. Please try again in a moment, or call us.</Notice>
      {day && chosenTime !== null && (
        <p>
          You have chosen {formatDate(day)} at {formatTime(chosenTime)}.
          <input type="hidden" name="appointmentDate" value={day} />
          <input type="hidden" name="appointmentTime" value={formatTime(chosenTime)} />
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {day && chosenTime !== null ? (
          <button className="button">Try again</button>
        ) : (
          <a href="" className="button">
            Try again
          </a>
        )}
        <a href={telephoneLink(brand.phone)} className="button button-quiet">
          <Icon name="phone" /> {formatPhone(brand.phone)}
        </a>
      </div>
    </div>
  );
}
