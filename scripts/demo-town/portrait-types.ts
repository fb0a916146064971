export type Skin = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export type Face = "oval" | "round" | "square" | "long" | "heart";
export type Mouth = "calm" | "smile" | "grin" | "side";
export type Nose = "broad" | "soft" | "narrow";
export type Brows = "arched" | "straight" | "raised";
export type Eyes = "open" | "almond" | "laughing";
export type Beard = "none" | "stubble" | "full" | "goatee" | "moustache";
export type Glasses = "none" | "round" | "square";
export type Hair =
  | "bald"
  | "crop"
  | "waves"
  | "fade"
  | "flat-top"
  | "receding"
  | "twists"
  | "short-locs"
  | "afro"
  | "puff"
  | "bun"
  | "bob"
  | "cornrows"
  | "braids"
  | "long-locs"
  | "low-bun";
export type HairColour = "black" | "brown" | "auburn" | "grey" | "silver";
export type Headwear = "none" | "cap" | "hard-hat" | "headwrap" | "beanie";
export type Outfit = "polo" | "overalls" | "work-suit" | "shirt" | "vest" | "crew";
export type Cloth = "deep" | "teal" | "water" | "copper" | "rust" | "paper" | "mist";
export type Backdrop = "brand-50" | "brand-100" | "copper-50" | "copper-100";
export type Fitting = "elbow" | "tee" | "valve" | "tap" | "trap" | "union";

export interface Portrait {
  person: "man" | "woman";
  skin: Skin;
  face: Face;
  mouth: Mouth;
  nose: Nose;
  brows: Brows;
  eyes: Eyes;
  hair: Hair;
  hairColour: HairColour;
  beard: Beard;
  glasses: Glasses;
  headwear: Headwear;
  headwearCloth: Cloth;
  outfit: Outfit;
  cloth: Cloth;
  underCloth: Cloth;
  earrings: boolean;
  mature: boolean;
  backdrop: Backdrop;
  fitting: Fitting;
}
