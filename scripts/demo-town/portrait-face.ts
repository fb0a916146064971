import {
  bothSides,
  circle,
  fill,
  hairTone,
  headPath,
  headShape,
  mirrored,
  mix,
  skinTones,
  stroke,
} from "./portrait-shapes.ts";
import type { Brows, Eyes, Nose, Portrait } from "./portrait-types.ts";

export function drawNeck(portrait: Portrait): string {
  const tones = skinTones(portrait);
  const half = portrait.person === "man" ? 72 : 56;
  const chinY = headShape(portrait).chin[1];
  const neck = mirrored(
    [0, 420],
    [
      [half, 420, half, 420, half, 430],
      [half, 470, half - 2, 500, half - 1, 534],
      [half, 574, half + 24, 596, half + 60, 612],
      [half + 60, 680, half + 20, 720, 0, 720],
    ],
  );
  const shadow = `M${-half + 1} 440H${half - 1}V${chinY - 2}C${half * 0.6} ${chinY + 44} ${-half * 0.6} ${chinY + 44} ${-half + 1} ${chinY - 2}Z`;
  return fill(neck, tones.skin) + fill(shadow, tones.shade);
}

export function drawHead(portrait: Portrait): string {
  const tones = skinTones(portrait);
  const shape = headShape(portrait);
  const x = shape.width + 3;
  const ear =
    `<ellipse cx="${x}" cy="356" rx="23" ry="37" fill="${tones.skin}"/>` +
    stroke(`M${x + 1} 336C${x + 14} 334 ${x + 14} 354 ${x + 5} 364`, tones.shade, 7);
  return bothSides(ear) + fill(headPath(shape), tones.skin);
}

export function drawFeatures(portrait: Portrait): string {
  return drawNose(portrait) + drawEyes(portrait) + drawBrows(portrait) + drawMouth(portrait) + drawAge(portrait);
}

const eyeShapes: Record<Eyes, { white: string; lid: string; corner: string; radius: number }> = {
  open: {
    white: "M31 351C38 332 67 330 75 349C66 364 40 365 31 351Z",
    lid: "M30 351C38 331 67 329 76 348",
    corner: "M75 346L82 341",
    radius: 12,
  },
  almond: {
    white: "M30 352C40 335 66 333 77 347C67 361 41 363 30 352Z",
    lid: "M29 352C40 334 66 332 78 346",
    corner: "M76 345L84 339",
    radius: 11,
  },
  laughing: {
    white: "M31 353C38 334 67 333 76 351C66 359 41 360 31 353Z",
    lid: "M30 353C38 333 67 332 77 350",
    corner: "M76 348L83 344",
    radius: 11,
  },
};

function drawEyes(portrait: Portrait): string {
  const { line, shade } = skinTones(portrait);
  const lid = mix(line, "#120707", 0.6);
  const eye = eyeShapes[portrait.eyes];
  const lash = portrait.person === "woman" ? stroke(eye.corner, lid, 6) : "";
  const fold = portrait.eyes === "laughing" ? stroke("M40 370C48 374 60 374 68 370", shade, 4) : "";
  const y = portrait.eyes === "laughing" ? 347 : 348;
  return (
    bothSides(
      fill(eye.white, "#FBF4EC") + circle(53, y, eye.radius, "#1E110E") + stroke(eye.lid, lid, 7) + lash + fold,
    ) +
    circle(57, y - 4, 3.2, "#FFFFFF") +
    circle(-49, y - 4, 3.2, "#FFFFFF")
  );
}

const browShapes: Record<Brows, string> = {
  arched: "M29 312C42 298 66 296 84 310",
  straight: "M27 309C42 303 66 302 82 311",
  raised: "M30 306C44 295 64 292 82 305",
};

function drawBrows(portrait: Portrait): string {
  const hair = hairTone(portrait);
  const aged = portrait.hairColour === "grey" || portrait.hairColour === "silver";
  const colour = aged ? mix(hair, "#3A3536", 0.35) : mix(hair, "#140C0B", 0.4);
  return bothSides(stroke(browShapes[portrait.brows], colour, portrait.person === "man" ? 12 : 8));
}

const noseWings: Record<Nose, number> = { broad: 31, soft: 27, narrow: 22 };

function drawNose(portrait: Portrait): string {
  const { shade } = skinTones(portrait);
  const wing = noseWings[portrait.nose];
  return stroke(
    `M${-wing} 399C${-wing - 3} 412 ${-wing + 12} 415 -11 411C-5 417 5 417 11 411C${wing - 12} 415 ${wing + 3} 412 ${wing} 399`,
    shade,
    8,
  );
}

function drawMouth(portrait: Portrait): string {
  const { lip, lipDark, shade } = skinTones(portrait);
  const woman = portrait.person === "woman";
  if (portrait.mouth === "grin") {
    return (
      fill("M-46 440C-24 449 24 449 46 440C42 472 22 485 0 485C-22 485 -42 472 -46 440Z", lip) +
      fill("M-37 447C-18 453 18 453 37 447C32 465 18 473 0 473C-18 473 -32 465 -37 447Z", "#FFFBF6") +
      stroke("M-46 440C-24 450 24 450 46 440", lipDark, 6)
    );
  }
  const corner = portrait.mouth === "smile" ? 442 : 445;
  const width = portrait.mouth === "smile" ? 43 : 37;
  const tilt = portrait.mouth === "side" ? 5 : 0;
  const dip = portrait.mouth === "smile" ? 462 : 460;
  const line = `M${-width} ${corner + tilt}C${-width / 2} ${dip} ${width / 2} ${dip} ${width} ${corner - tilt}`;
  const lower = fill(
    `${line}C${width * 0.7} ${dip + 14} ${width * 0.3} 477 0 477C${-width * 0.3} 477 ${-width * 0.7} ${dip + 14} ${-width} ${corner + tilt}Z`,
    lip,
  );
  const upper = woman
    ? fill(
        `M${-width} ${corner + tilt}C-22 441 -12 436 0 441C12 436 22 441 ${width} ${corner - tilt}C${width / 2} ${dip} ${-width / 2} ${dip} ${-width} ${corner + tilt}Z`,
        mix(lip, lipDark, 0.25),
      )
    : "";
  const shaven = portrait.beard === "none" || portrait.beard === "stubble";
  const fold =
    portrait.mouth === "smile" && shaven
      ? bothSides(stroke(`M${width + 7} 436C${width + 11} 441 ${width + 10} 447 ${width + 7} 450`, shade, 5))
      : "";
  return lower + upper + stroke(line, lipDark, 6) + fold;
}

function drawAge(portrait: Portrait): string {
  if (!portrait.mature) return "";
  const { shade } = skinTones(portrait);
  return (
    bothSides(stroke("M50 408C60 416 64 424 65 433", shade, 5) + stroke("M38 376C48 381 60 380 68 375", shade, 4)) +
    stroke("M-34 276C-14 270 14 270 34 276", shade, 5)
  );
}

export function drawBeard(portrait: Portrait): string {
  if (portrait.beard === "none") return "";
  const { skin } = skinTones(portrait);
  const shape = headShape(portrait);
  const hair = hairTone(portrait);
  const [, chinY] = shape.chin;
  const moustache = mirrored(
    [0, 421],
    [
      [22, 416, 46, 424, 58, 446],
      [44, 444, 22, 438, 0, 440],
    ],
  );
  if (portrait.beard === "moustache") return fill(moustache, hair);
  if (portrait.beard === "goatee") {
    const goatee = mirrored(
      [0, chinY + 12],
      [
        [40, chinY + 12, 58, 494, 60, 440],
        [50, 426, 24, 416, 0, 421],
        [0, 421, 0, 436, 0, 436],
        [20, 434, 42, 436, 46, 446],
        [46, 474, 30, 485, 0, 485],
      ],
    );
    return fill(goatee, hair);
  }
  const grown = portrait.beard === "full" ? 14 : 0;
  const { width, jaw, jawCurve, chin } = shape;
  const beard = mirrored(
    [0, chinY + grown],
    [
      [chin[0] + grown, chinY + grown, jawCurve[0] + grown * 0.6, jawCurve[1] + grown * 0.6, jaw + grown * 0.4, 438],
      [jaw + 11 + grown * 0.3, 406, width + 2, 380, width + 1, 340],
      [width - 12, 340, width - 14, 350, width - 15, 362],
      [width - 20, 410, 78, 428, 64, 430],
      [46, 420, 24, 416, 0, 421],
    ],
  );
  return fill(beard, portrait.beard === "stubble" ? mix(skin, hair, 0.28) : hair);
}

export function drawGlasses(portrait: Portrait): string {
  if (portrait.glasses === "none") return "";
  const colour = portrait.glasses === "round" ? "#F08A3C" : "#0B2F3A";
  const overEars = portrait.hair === "bob" || portrait.hair === "braids" || portrait.hair === "long-locs";
  const reach = headShape(portrait).width + (overEars ? -18 : 2);
  const lens =
    portrait.glasses === "round"
      ? `<circle cx="54" cy="350" r="40" fill="#FFFFFF" fill-opacity=".12" stroke="${colour}" stroke-width="8"/>`
      : `<rect x="13" y="320" width="82" height="60" rx="16" fill="#FFFFFF" fill-opacity=".12" stroke="${colour}" stroke-width="8"/>`;
  return (
    bothSides(lens + stroke(`M94 342L${reach} 336`, colour, 8)) + stroke("M-14 346C-8 338 8 338 14 346", colour, 8)
  );
}
