import * as z from "zod";
import { issueSocketTicket } from "~/domain/accounts/socket-tickets.server";
import { made, operation } from "../operation";
import { instant, toInstant } from "../schemas/shared-keys";

const ticket = z
  .object({ ticket: z.string(), expiresAt: instant })
  .meta({ id: "SocketTicket", description: "Opens one socket, once, within 30 seconds." });

export const socketOperations = [
  operation({
    id: "issueSocketTicket",
    topic: "Sockets",
    method: "POST",
    path: "/api/socket-ticket",
    summary: "A ticket for a socket",
    description: "Goes into the socket's URL as `?ticket=`.",
    caller: "user",
    scope: null,
    response: ticket,
    makes: "always",
    keepsResponse: false,
    limits: ["socketTicketPerUser"],
    refusals: ["tooMany"],
    async run({ context, user }) {
      const issued = await issueSocketTicket(context, await user);
      if (!issued.ok) return issued;
      return made({ ticket: issued.ticket, expiresAt: toInstant(issued.expiresAt) });
    },
  }),
];
