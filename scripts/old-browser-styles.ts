import cascadeLayers from "@csstools/postcss-cascade-layers";
import { list, type AcceptedPlugin, type AtRule, type Plugin } from "postcss";

/** The oldest browsers in which the journey without script is styled (decision 026). */
export const STYLED_FROM = ["chrome84", "safari14.1", "ios14.5", "firefox90"];

const SIDES = { inline: ["left", "right"], block: ["top", "bottom"] } as const;

/**
 * Logical margins, paddings and insets as the sides they are in our languages, all written from left to right. Lightning
 * CSS leaves them alone where a value holds a variable, as most of Tailwind's do.
 */
const physicalSides: Plugin = {
  postcssPlugin: "physical-sides",
  Declaration(declaration) {
    const [, property, axis, edge] =
      /^(margin|padding|inset)-(inline|block)(?:-(start|end))?$/.exec(declaration.prop) ?? [];
    if (!property || !axis) return;
    const [start, end] = SIDES[axis as keyof typeof SIDES].map((side) =>
      property === "inset" ? side : `${property}-${side}`,
    ) as [string, string];
    if (edge) return void (declaration.prop = edge === "start" ? start : end);
    const [first = "", second = first] = list.space(declaration.value);
    declaration.cloneBefore({ prop: start, value: first });
    declaration.replaceWith(declaration.clone({ prop: end, value: second }));
  },
};

/** Elements and states that Tailwind resets and no page of ours has. */
const UNUSED = /^(abbr|sub|sup|optgroup)\b|multiple|ui-invalid|moz-focusring/;

/**
 * Tailwind gives its variables their start values by `@property`, and again for browsers without it. The second way serves
 * every browser, so the first is only weight, 350 bytes of each first visit.
 */
const startValues: Plugin = {
  postcssPlugin: "start-values",
  AtRule: {
    property(rule) {
      if (rule.params.startsWith("--tw-")) rule.remove();
    },
    supports(rule) {
      if (rule.params.includes("margin-trim")) rule.replaceWith(rule.nodes ?? []);
    },
  },
  Rule(rule) {
    const isReset = rule.parent?.type === "atrule" && (rule.parent as AtRule).params === "base";
    if (isReset && UNUSED.test(rule.selector)) rule.remove();
  },
};

/**
 * Each layer outweighs the one before it by an id that nothing has, and Tailwind's first two, `properties` and `theme`, hold
 * variables alone: without theirs every rule of the others is shorter, 500 bytes of each first visit.
 */
const lightLayers: Plugin = {
  postcssPlugin: "light-layers",
  OnceExit(root) {
    root.walkRules((rule) => {
      rule.selector = rule.selector.replace(/(:not\(#\\#\)){1,2}((?::not\(#\\#\))*)/g, "$2");
    });
  },
};

/** Turns the stylesheet into one that browsers without cascade layers read as it was meant. */
export const forOldBrowsers: AcceptedPlugin[] = [startValues, physicalSides, cascadeLayers(), lightLayers];
