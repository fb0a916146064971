import { z } from "zod";
import { listAdminPeople, listPeopleFor } from "~/domain/messages/message-lists.server";
import { listPublicPlumbers } from "~/domain/plumbers/directory.server";
import { cityKey } from "~/domain/values/place";
import { done, listed, listQuery, openOperation, operation, rangeOf } from "./operation";
import { person, publicPlumber, toPerson, toPublicPlumber } from "./person-objects";

export const peopleOperations = [
  openOperation({
    id: "listPlumbers",
    topic: "People",
    method: "GET",
    path: "/api/auth/plumbers",
    summary: "The directory of plumbers",
    description: "Best rated first; those whose e-mail is verified and who are not suspended.",
    caller: "anyone",
    query: listQuery.extend({ city: z.string().max(60).optional().meta({ description: "Of this city alone, in any letter case." }) }),
    answer: z.array(publicPlumber),
    refusals: [],
    async run({ context, query }) {
      const { plumbers, hasMore } = await listPublicPlumbers(context.db, query.city ? cityKey(query.city) : null, rangeOf(query));
      return listed(plumbers.map((plumber) => toPublicPlumber(plumber, context.origin)), hasMore);
    },
  }),

  operation({
    id: "listUsers",
    topic: "People",
    method: "GET",
    path: "/api/auth/users",
    summary: "Whom you may write to",
    description: "Those you share a booking with, and admins; for an admin everybody. Who joined last comes first.",
    caller: "member",
    query: listQuery,
    answer: z.array(person),
    refusals: [],
    async run({ context, viewer, query }) {
      const { people, hasMore } = await listPeopleFor(context.db, viewer, rangeOf(query));
      return listed(people.map((one) => toPerson(one, context.origin)), hasMore);
    },
  }),

  operation({
    id: "listAdmins",
    topic: "People",
    method: "GET",
    path: "/api/auth/admins",
    summary: "The admins, by name",
    caller: "member",
    answer: z.array(person),
    refusals: [],
    run: async ({ context, viewer }) => done((await listAdminPeople(context.db, viewer)).map((one) => toPerson(one, context.origin))),
  }),
];
