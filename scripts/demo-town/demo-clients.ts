// Demo data: nobody here exists, and the portraits are illustrations.

export interface DemoClient {
  firstName: string;
  lastName: string;
  /** Whether they have uploaded a photo. */
  hasPortrait: boolean;
  street: string;
  suburb: string;
  city: string;
  /** Has booked by phone and has no email (B29). */
  isCaller?: true;
}

/** The first is client@pombi.test. */
export const DEMO_CLIENTS: DemoClient[] = [
  {
    firstName: "Tariro",
    lastName: "Banda",
    hasPortrait: true,
    street: "22 Lomagundi Road",
    suburb: "Avondale",
    city: "Harare",
  },
  {
    firstName: "Munyaradzi",
    lastName: "Phiri",
    hasPortrait: true,
    street: "8 Josiah Tongogara Street",
    suburb: "Avenues",
    city: "Harare",
  },
  {
    firstName: "Thandiwe",
    lastName: "Mpofu",
    hasPortrait: true,
    street: "41 Cecil Avenue",
    suburb: "Hillside",
    city: "Bulawayo",
  },
  {
    firstName: "Kuda",
    lastName: "Zhou",
    hasPortrait: false,
    street: "3 Seventh Street",
    suburb: "Gweru CBD",
    city: "Gweru",
  },
  {
    firstName: "Rutendo",
    lastName: "Marange",
    hasPortrait: true,
    street: "15 Vumba Road",
    suburb: "Palmerston",
    city: "Mutare",
  },
  {
    firstName: "Ishmael",
    lastName: "Tembo",
    hasPortrait: false,
    street: "9 Hughes Street",
    suburb: "Rhodene",
    city: "Masvingo",
  },
  {
    firstName: "Chengetai",
    lastName: "Muza",
    hasPortrait: true,
    street: "60 Enterprise Road",
    suburb: "Highlands",
    city: "Harare",
  },
  {
    firstName: "Lindiwe",
    lastName: "Moyo",
    hasPortrait: false,
    street: "12 Fife Street",
    suburb: "Bulawayo CBD",
    city: "Bulawayo",
  },
  {
    firstName: "Panashe",
    lastName: "Garwe",
    hasPortrait: true,
    street: "5 Main Street",
    suburb: "Chinhoyi CBD",
    city: "Chinhoyi",
  },
  {
    firstName: "Vimbai",
    lastName: "Chari",
    hasPortrait: false,
    street: "77 Samora Machel Avenue",
    suburb: "Eastlea",
    city: "Harare",
  },
  {
    firstName: "Everjoy",
    lastName: "Sithole",
    hasPortrait: true,
    street: "18 Herbert Chitepo Street",
    suburb: "Mutare CBD",
    city: "Mutare",
  },
  {
    firstName: "Nkosana",
    lastName: "Hadebe",
    hasPortrait: false,
    street: "29 Robert Mugabe Way",
    suburb: "Gweru CBD",
    city: "Gweru",
  },
  {
    firstName: "Mavis",
    lastName: "Chirwa",
    hasPortrait: false,
    street: "14 Churchill Avenue",
    suburb: "Alexandra Park",
    city: "Harare",
    isCaller: true,
  },
];
