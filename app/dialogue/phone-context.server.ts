import type { DomainContext } from "~/domain/domain-context.server";
import type { RequestContext } from "~/http/context";

/** The context of a message that comes in: it can open the pictures that its provider keeps. */
export type PhoneContext = DomainContext & Pick<RequestContext, "openPicture">;
