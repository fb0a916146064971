/** Names the build that has answered: on each answer of ours, and on no one else's (law 31). */
export const BUILD_HEADER = "X-Pombi-Build";

/** Names one step that a dashboard's page takes: its sender's feed names it again in the frames that come of it. */
export const STEP_HEADER = "X-Pombi-Step";

/**
 * A form that a page's own script sends: a redirect comes back as the address it leads to, which a script can't see. With
 * "photos" it is followed, and of the page only these come.
 */
export const FORM_HEADER = "X-Pombi-Form";
export const LEADS_TO_HEADER = "X-Pombi-Leads-To";
