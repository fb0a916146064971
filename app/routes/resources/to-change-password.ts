import { redirectTo } from "~/http/responses";

/** Leads password managers to the page that changes the password (W3C, a well-known URL). */
export const loader = () => redirectTo("/change-password");
