import { ButtonLink } from "../shell/elements";

/** The button of an empty list, until a plumber has their first job. */
export const SharePage = () => <ButtonLink to="/plumber-dashboard/card">Share your page</ButtonLink>;
