import { isNotNull, isNull } from "drizzle-orm";
import { disputes } from "~/db/schema";
import { describeDispute, selectDisputes } from "../../bookings/queries/open-disputes.server";
import { defineList } from "../../values/lists.server";
import { fullName } from "../../values/user";

export const disputeList = defineList({
  id: disputes.id,
  views: {
    open: { by: disputes.openedAt, where: isNull(disputes.closedAt) },
    closed: { by: disputes.closedAt, where: isNotNull(disputes.closedAt) },
  },
  select: (db) => selectDisputes(db),
  show: (row) => ({
    ...describeDispute(row),
    bookingId: row.bookingId,
    reference: row.reference,
    client: fullName(row.client),
    plumber: row.plumber && fullName(row.plumber),
  }),
  at: ({ openedAt, closedAt }) => closedAt ?? openedAt,
});
