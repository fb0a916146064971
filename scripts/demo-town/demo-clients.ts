// Demo data: nobody here exists, and the portraits are drawings.

export interface DemoClient {
  name: string;
  username: string;
  /** Whether they have put a picture up. */
  hasPortrait: boolean;
  address: string;
}

/** The first is client@pombi.test. */
export const DEMO_CLIENTS: DemoClient[] = [
  { name: "Tariro", username: "Banda", hasPortrait: true, address: "22 Lomagundi Road, Avondale, Harare" },
  { name: "Munyaradzi", username: "Phiri", hasPortrait: true, address: "8 Josiah Tongogara Street, Harare" },
  { name: "Thandiwe", username: "Mpofu", hasPortrait: true, address: "41 Cecil Avenue, Hillside, Bulawayo" },
  { name: "Kuda", username: "Zhou", hasPortrait: false, address: "3 Seventh Street, Gweru" },
  { name: "Rutendo", username: "Marange", hasPortrait: true, address: "15 Vumba Road, Mutare" },
  { name: "Ishmael", username: "Tembo", hasPortrait: false, address: "9 Hughes Street, Masvingo" },
  { name: "Chengetai", username: "Muza", hasPortrait: true, address: "60 Enterprise Road, Highlands, Harare" },
  { name: "Lindiwe", username: "Moyo", hasPortrait: false, address: "12 Fife Street, Bulawayo" },
  { name: "Panashe", username: "Garwe", hasPortrait: true, address: "5 Main Street, Chinhoyi" },
  { name: "Vimbai", username: "Chari", hasPortrait: false, address: "77 Samora Machel Avenue, Harare" },
  { name: "Everjoy", username: "Sithole", hasPortrait: true, address: "18 Herbert Chitepo Street, Mutare" },
  { name: "Nkosana", username: "Hadebe", hasPortrait: false, address: "29 Robert Mugabe Way, Gweru" },
];
