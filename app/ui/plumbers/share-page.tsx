import { ButtonLink } from "../shell/elements";

/** What an empty list offers a plumber until their first job. */
export const SharePage = () => <ButtonLink to="/plumber-dashboard/card">Share your page</ButtonLink>;
