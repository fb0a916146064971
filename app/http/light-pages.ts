/** Functions that the scripts of dashboards call and that browsers of our users may lack. The build compares this list with its bundles. */
export const NEEDED_FUNCTIONS = [
  "AbortSignal.timeout",
  "Array.prototype.at",
  "Array.prototype.findLast",
  "HTMLDialogElement.prototype.showModal",
  "HTMLFormElement.prototype.requestSubmit",
  "Object.hasOwn",
  "crypto.randomUUID",
];

const COOKIE = "light=1";
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/** True for a browser that gets dashboards as HTML alone, because it lacks a function that their scripts call (W20). */
export const takesLightPages = (request: Request): boolean =>
  (request.headers.get("Cookie") ?? "").split(/;\s*/).includes(COOKIE);

/**
 * The script in front of a dashboard's modules, in words that any browser with modules reads. Where a function is
 * missing it leaves a cookie and asks for the page again; without cookies that would never end, so it goes on.
 */
export const lightPagesTest = `(function () {
  var script = document.currentScript;
  var lacks = ${JSON.stringify(NEEDED_FUNCTIONS)}.some(function (name) {
    return !name.split(".").reduce(function (owner, part) { return owner && owner[part]; }, self);
  });
  if (lacks) {
    document.cookie = "${COOKIE}; path=/; secure; samesite=lax; max-age=${COOKIE_SECONDS}";
    if (document.cookie.split(/; */).indexOf("${COOKIE}") >= 0) {
      stop();
      location.replace(location.href.split("#")[0]);
    }
  }
  script.remove();
})()`.replace(/\n\s*/g, "");
