import type { plumberChecks } from "../../app/db/schema";
import { CHECK_KINDS, nextStep } from "../../app/domain/vetting/check";
import { DAY, type Instant } from "../../app/domain/time/harare";

// Demo data: nobody has seen anything. Each check's note says so.

/** What was checked of each plumber in turn, so that the directory has all of it, some of it and nothing. */
const CHECKED = ["icr", "ic", "i", "ir", "", "icr", "c"];

/** The checks of the plumbers of the demo town: certificates end, some of them within a month. */
export function planChecks(
  plumbers: { id: string; nameKey: string }[],
  now: Instant,
): (typeof plumberChecks.$inferInsert)[] {
  return plumbers.flatMap(({ id: plumberId, nameKey }, index) =>
    CHECK_KINDS.filter((kind) => CHECKED[index % CHECKED.length]!.includes(kind[0]!)).map((kind) => {
      const checkedAt = now - (30 + ((index * 7) % 25)) * DAY;
      const expiresAt = kind === "certificate" ? now + (20 + ((index * 53) % 600)) * DAY : null;
      return {
        plumberId,
        kind,
        nameKey,
        checkedAt,
        expiresAt,
        recordedBy: "demoadmin",
        note: "Demo data: nobody has seen this paper.",
        nextStepAt: nextStep(expiresAt, now)?.at ?? null,
      };
    }),
  );
}
