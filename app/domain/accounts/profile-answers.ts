import { CITIES } from "../values/cities";
import { formatAmount } from "../values/money";
import { formatPhone } from "../values/phone";
import { ofProfileTexts, OTHER, SPECIALITIES } from "../values/trade";
import type { OwnAccount } from "./profile.server";

const asChoice = (known: readonly string[], value: string | undefined) =>
  value === undefined || known.includes(value) ? { choice: value, other: undefined } : { choice: OTHER, other: value };

/** The values that the profile's form is drawn with (A16). */
export function profileAnswers({ trade, ...account }: OwnAccount) {
  const [speciality, city] = [asChoice(SPECIALITIES, trade?.speciality), asChoice(CITIES, trade?.city)];
  return {
    suburb: trade?.suburb ?? "",
    servedSuburbs: trade?.servedSuburbs.join(", "),
    name: account.firstName,
    username: account.lastName,
    phone: account.phone ? formatPhone(account.phone) : "",
    addressLine1: account.addressLine1 ?? "",
    addressLine2: account.addressLine2 ?? "",
    ...ofProfileTexts((name) => trade?.[name]),
    speciality: speciality.choice,
    specialityOther: speciality.other,
    city: city.choice,
    cityOther: city.other,
    fees: trade ? formatAmount(trade.feeCents) : undefined,
  };
}
