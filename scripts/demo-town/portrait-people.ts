import { around } from './portrait-shapes.ts';
import type { Brows, Eyes, Nose, Portrait } from './portrait-types.ts';

const plain = {
  mouth: 'smile',
  hairColour: 'black',
  beard: 'none',
  glasses: 'none',
  headwear: 'none',
  headwearCloth: 'teal',
  underCloth: 'paper',
  earrings: false,
  mature: false,
} as const;

const noses: readonly [Nose, ...Nose[]] = ['broad', 'soft', 'soft', 'broad', 'narrow'];
const brows: readonly [Brows, ...Brows[]] = ['straight', 'arched', 'raised', 'arched', 'straight', 'raised', 'arched'];
const eyes: readonly [Eyes, ...Eyes[]] = ['open', 'almond', 'laughing', 'open'];

type Sitter = Omit<Portrait, 'nose' | 'brows' | 'eyes'>;
type Looks = Partial<Sitter> & Pick<Sitter, 'skin' | 'face' | 'hair' | 'outfit' | 'cloth' | 'backdrop' | 'fitting'>;

const man = (looks: Looks): Sitter => ({ ...plain, ...looks, person: 'man' });
const woman = (looks: Looks): Sitter => ({ ...plain, earrings: true, ...looks, person: 'woman' });

const sitters: readonly [Sitter, ...Sitter[]] = [
  man({ skin: 3, face: 'square', hair: 'fade', outfit: 'polo', cloth: 'teal', backdrop: 'copper-50', fitting: 'elbow' }),
  woman({ skin: 4, face: 'oval', hair: 'braids', outfit: 'overalls', cloth: 'teal', underCloth: 'copper', backdrop: 'brand-100', fitting: 'tee', mouth: 'grin' }),
  man({ skin: 1, face: 'oval', hair: 'bald', beard: 'full', outfit: 'work-suit', cloth: 'deep', underCloth: 'mist', backdrop: 'brand-100', fitting: 'union', mouth: 'grin' }),
  woman({ skin: 2, face: 'heart', hair: 'afro', outfit: 'polo', cloth: 'copper', backdrop: 'brand-50', fitting: 'tap' }),
  man({ skin: 5, face: 'round', hair: 'crop', headwear: 'hard-hat', headwearCloth: 'copper', outfit: 'vest', cloth: 'teal', backdrop: 'copper-100', fitting: 'tee', mouth: 'grin' }),
  woman({ skin: 3, face: 'round', hair: 'crop', headwear: 'headwrap', headwearCloth: 'rust', outfit: 'shirt', cloth: 'mist', backdrop: 'copper-100', fitting: 'valve' }),
  man({ skin: 2, face: 'long', hair: 'crop', hairColour: 'grey', beard: 'moustache', glasses: 'square', mature: true, outfit: 'shirt', cloth: 'mist', backdrop: 'copper-50', fitting: 'trap', mouth: 'calm' }),
  woman({ skin: 6, face: 'oval', hair: 'bun', outfit: 'work-suit', cloth: 'teal', backdrop: 'copper-50', fitting: 'union' }),
  man({ skin: 4, face: 'oval', hair: 'short-locs', beard: 'goatee', outfit: 'overalls', cloth: 'deep', underCloth: 'paper', backdrop: 'brand-100', fitting: 'valve' }),
  woman({ skin: 1, face: 'oval', hair: 'crop', outfit: 'overalls', cloth: 'copper', underCloth: 'paper', backdrop: 'brand-100', fitting: 'elbow', mouth: 'grin' }),
  man({ skin: 6, face: 'square', hair: 'waves', beard: 'stubble', outfit: 'crew', cloth: 'copper', backdrop: 'brand-50', fitting: 'tap', mouth: 'side' }),
  woman({ skin: 5, face: 'heart', hair: 'bob', glasses: 'round', outfit: 'polo', cloth: 'deep', backdrop: 'copper-100', fitting: 'tee' }),
  man({ skin: 0, face: 'round', hair: 'crop', headwear: 'cap', headwearCloth: 'teal', outfit: 'polo', cloth: 'paper', backdrop: 'copper-100', fitting: 'tap' }),
  woman({ skin: 0, face: 'heart', hair: 'cornrows', outfit: 'vest', cloth: 'copper', underCloth: 'mist', backdrop: 'brand-50', fitting: 'trap' }),
  man({ skin: 3, face: 'oval', hair: 'afro', outfit: 'overalls', cloth: 'teal', underCloth: 'mist', backdrop: 'copper-50', fitting: 'elbow', mouth: 'grin' }),
  woman({ skin: 4, face: 'round', hair: 'puff', outfit: 'crew', cloth: 'teal', backdrop: 'copper-100', fitting: 'union', mouth: 'grin' }),
  man({ skin: 1, face: 'square', hair: 'flat-top', outfit: 'work-suit', cloth: 'rust', backdrop: 'brand-50', fitting: 'tee', mouth: 'calm' }),
  woman({ skin: 2, face: 'oval', hair: 'long-locs', outfit: 'polo', cloth: 'water', backdrop: 'copper-50', fitting: 'elbow' }),
  man({ skin: 5, face: 'long', hair: 'receding', hairColour: 'silver', beard: 'full', mature: true, outfit: 'work-suit', cloth: 'teal', backdrop: 'brand-100', fitting: 'trap' }),
  woman({ skin: 3, face: 'oval', hair: 'low-bun', headwear: 'hard-hat', headwearCloth: 'paper', outfit: 'vest', cloth: 'copper', underCloth: 'deep', backdrop: 'brand-100', fitting: 'tap' }),
  man({ skin: 2, face: 'round', hair: 'bald', glasses: 'round', outfit: 'polo', cloth: 'water', backdrop: 'copper-50', fitting: 'valve', mouth: 'grin' }),
  woman({ skin: 7, face: 'heart', hair: 'afro', hairColour: 'auburn', outfit: 'work-suit', cloth: 'deep', underCloth: 'copper', backdrop: 'copper-100', fitting: 'trap' }),
  man({ skin: 7, face: 'oval', hair: 'fade', beard: 'full', outfit: 'shirt', cloth: 'paper', underCloth: 'teal', backdrop: 'brand-100', fitting: 'elbow', mouth: 'side' }),
  woman({ skin: 1, face: 'round', hair: 'crop', hairColour: 'silver', glasses: 'square', mature: true, outfit: 'shirt', cloth: 'copper', underCloth: 'paper', backdrop: 'brand-50', fitting: 'valve' }),
  man({ skin: 4, face: 'square', hair: 'crop', headwear: 'beanie', headwearCloth: 'copper', beard: 'stubble', outfit: 'crew', cloth: 'deep', backdrop: 'brand-50', fitting: 'union' }),
  woman({ skin: 5, face: 'oval', hair: 'braids', hairColour: 'auburn', headwear: 'cap', headwearCloth: 'deep', outfit: 'crew', cloth: 'paper', backdrop: 'copper-100', fitting: 'tap' }),
  man({ skin: 0, face: 'long', hair: 'twists', outfit: 'overalls', cloth: 'copper', underCloth: 'deep', backdrop: 'copper-50', fitting: 'tee', mouth: 'grin' }),
  woman({ skin: 0, face: 'oval', hair: 'crop', headwear: 'headwrap', headwearCloth: 'water', outfit: 'overalls', cloth: 'deep', underCloth: 'paper', backdrop: 'copper-100', fitting: 'elbow', mouth: 'grin' }),
  man({ skin: 6, face: 'round', hair: 'crop', hairColour: 'brown', glasses: 'square', outfit: 'polo', cloth: 'rust', backdrop: 'brand-100', fitting: 'valve' }),
  woman({ skin: 2, face: 'round', hair: 'bun', hairColour: 'brown', glasses: 'round', outfit: 'vest', cloth: 'teal', underCloth: 'paper', backdrop: 'brand-100', fitting: 'trap' }),
  man({ skin: 2, face: 'oval', hair: 'crop', headwear: 'cap', headwearCloth: 'copper', beard: 'goatee', outfit: 'work-suit', cloth: 'teal', backdrop: 'brand-50', fitting: 'elbow', mouth: 'calm' }),
  woman({ skin: 8, face: 'oval', hair: 'low-bun', hairColour: 'brown', outfit: 'polo', cloth: 'teal', backdrop: 'brand-50', fitting: 'tee' }),
  man({ skin: 3, face: 'long', hair: 'crop', headwear: 'hard-hat', headwearCloth: 'water', beard: 'full', hairColour: 'grey', mature: true, outfit: 'vest', cloth: 'copper', underCloth: 'deep', backdrop: 'copper-100', fitting: 'union' }),
  woman({ skin: 4, face: 'heart', hair: 'twists', outfit: 'shirt', cloth: 'teal', underCloth: 'mist', backdrop: 'brand-50', fitting: 'union' }),
  man({ skin: 9, face: 'square', hair: 'receding', hairColour: 'brown', beard: 'stubble', outfit: 'shirt', cloth: 'deep', underCloth: 'mist', backdrop: 'copper-50', fitting: 'trap' }),
  woman({ skin: 1, face: 'heart', hair: 'puff', hairColour: 'grey', mature: true, outfit: 'work-suit', cloth: 'copper', backdrop: 'brand-100', fitting: 'valve' }),
];

/** 36 people; an index beyond them starts again, keeping even men and odd women. */
export function personAt(index: number): Portrait {
  const place = ((index % sitters.length) + sitters.length) % sitters.length;
  return { ...around(sitters, place), nose: around(noses, place), brows: around(brows, place), eyes: around(eyes, place) };
}
