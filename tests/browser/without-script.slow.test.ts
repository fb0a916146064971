import { testJob } from "./support/job-journey";
import { testJourney } from "./support/journey";
import { startSite } from "./support/site";

// The gate's walks by forms and links alone.
const site = await startSite();

testJourney(site, false);
testJob(site, false, ["9", "23"]);
