import cascadeLayers from "@csstools/postcss-cascade-layers";
import { list, type AcceptedPlugin, type AtRule, type Declaration, type Plugin } from "postcss";

/** The oldest browsers in which the journey without script is styled (decision 026). */
export const STYLED_FROM = ["chrome84", "safari14.1", "ios14.5", "firefox90"];

const SIDES = { inline: ["left", "right"], block: ["top", "bottom"] } as const;

/** Logical margins, paddings and insets as sides. Lightning CSS leaves those alone whose value holds a variable. */
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

/** Elements and states that Tailwind resets and no page of ours has, and the paddings within a date. */
const UNUSED = /^(abbr|sub|sup|optgroup)\b|multiple|ui-invalid|moz-focusring|datetime-edit-(?!fields)/;

/** The fonts that Tailwind would take if a theme named none. */
const OTHER_FONTS = /(?<=var\(--default-(?:mono-)?font-family),[^()]*(?=\))/;

/** Removes a reset of what no style of ours sets. */
const removeReset = (declaration: Declaration): void => void declaration.remove();

/**
 * Removes Tailwind's `@property`, as the start values that it writes for browsers without it serve every browser, and
 * what a theme with fonts of its own never uses.
 */
const startValues: Plugin = {
  postcssPlugin: "start-values",
  AtRule: {
    property(rule) {
      if (rule.params.startsWith("--tw-")) rule.remove();
    },
    supports(rule) {
      if (rule.params.includes("margin-trim")) rule.replaceWith(rule.nodes ?? []);
      if (rule.params.includes("-apple-pay-button")) rule.remove();
    },
  },
  Declaration: {
    "font-family"(declaration) {
      declaration.value = declaration.value.replace(OTHER_FONTS, "");
    },
    "font-feature-settings": removeReset,
    "font-variation-settings": removeReset,
    "font-variant-numeric"(declaration) {
      declaration.value = "tabular-nums";
    },
  },
  // Of all that Tailwind combines in `font-variant-numeric` we use `tabular-nums` alone.
  OnceExit(root) {
    root.walkDecls(/^--tw-(ordinal|slashed-zero|numeric-)/, removeReset);
  },
  Rule(rule) {
    const isReset = rule.parent?.type === "atrule" && (rule.parent as AtRule).params === "base";
    if (isReset && UNUSED.test(rule.selector)) rule.remove();
  },
};

/** Shortens every rule by the two ids of Tailwind's first layers, `properties` and `theme`, which hold variables alone. */
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
