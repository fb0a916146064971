import { testLetters } from "./support/letters";
import { startSite } from "./support/site";

// The other sizes: letters.slow.test.ts.
testLetters(await startSite(), [
  { size: 24, width: 360, height: 740 },
  { size: 16, width: 180, height: 370 },
]);
