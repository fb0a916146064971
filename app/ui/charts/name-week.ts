import { formatDate, type LocalDate } from "~/domain/time/harare";

/** A week by its Monday, without the day's name: `23 Nov`. */
export const nameWeek = (monday: LocalDate): string => formatDate(monday, "label");
