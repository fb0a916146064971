// Demo data: nobody here exists, and the portraits are illustrations.

export interface DemoClient {
  firstName: string;
  lastName: string;
  /** Whether they have uploaded a photo. */
  hasPortrait: boolean;
  address: string;
}

/** The first is client@pombi.test. */
export const DEMO_CLIENTS: DemoClient[] = [
  { firstName: "Tariro", lastName: "Banda", hasPortrait: true, address: "22 Lomagundi Road, Avondale, Harare" },
  { firstName: "Munyaradzi", lastName: "Phiri", hasPortrait: true, address: "8 Josiah Tongogara Street, Harare" },
  { firstName: "Thandiwe", lastName: "Mpofu", hasPortrait: true, address: "41 Cecil Avenue, Hillside, Bulawayo" },
  { firstName: "Kuda", lastName: "Zhou", hasPortrait: false, address: "3 Seventh Street, Gweru" },
  { firstName: "Rutendo", lastName: "Marange", hasPortrait: true, address: "15 Vumba Road, Mutare" },
  { firstName: "Ishmael", lastName: "Tembo", hasPortrait: false, address: "9 Hughes Street, Masvingo" },
  { firstName: "Chengetai", lastName: "Muza", hasPortrait: true, address: "60 Enterprise Road, Highlands, Harare" },
  { firstName: "Lindiwe", lastName: "Moyo", hasPortrait: false, address: "12 Fife Street, Bulawayo" },
  { firstName: "Panashe", lastName: "Garwe", hasPortrait: true, address: "5 Main Street, Chinhoyi" },
  { firstName: "Vimbai", lastName: "Chari", hasPortrait: false, address: "77 Samora Machel Avenue, Harare" },
  { firstName: "Everjoy", lastName: "Sithole", hasPortrait: true, address: "18 Herbert Chitepo Street, Mutare" },
  { firstName: "Nkosana", lastName: "Hadebe", hasPortrait: false, address: "29 Robert Mugabe Way, Gweru" },
];
