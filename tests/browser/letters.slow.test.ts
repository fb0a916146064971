import { testLetters } from "./support/letters";
import { startSite } from "./support/site";

testLetters(await startSite(), [
  { size: 16, width: 360, height: 740 },
  { size: 21, width: 360, height: 740 },
  { size: 32, width: 360, height: 740 },
  { size: 16, width: 320, height: 568 },
  { size: 16, width: 277, height: 569 },
  { size: 16, width: 240, height: 493 },
]);
