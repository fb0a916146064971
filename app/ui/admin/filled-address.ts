import { splitAddress } from "~/content/suburbs";
import { selectedClient, takesAddress, type CallerChoices, type FoundClient } from "~/domain/admin/callers/caller";
import { joinAddress } from "~/domain/bookings/address";

/** `filledIn`: what a client's address has filled in, to tell it from what was typed, which stays. */
export const CALLER_ADDRESS_FIELDS = ["suburb", "street", "filledIn"] as const;
export type CallerAddressFields = Record<(typeof CALLER_ADDRESS_FIELDS)[number], string>;

/** The fields once a client is chosen: their address, unless the office has typed another. */
export function withAddressOf(
  client: FoundClient | null,
  typed: CallerAddressFields,
  city: string,
): CallerAddressFields & { city: string } {
  if (!takesAddress(typed)) return { ...typed, city };
  const address = client?.address ?? "";
  const own = splitAddress(address).city || city;
  const { suburb, street } = splitAddress(address, own);
  const filledIn = joinAddress({ suburb, street }) ?? "";
  // Chosen again, a client changes nothing: the office may have gone to another city since.
  return { suburb, street, filledIn, city: filledIn && filledIn !== typed.filledIn ? own : city };
}

/** The city that the form shows once it has filled in the address of the client whom these choices show as chosen. */
export function cityOf(choices: CallerChoices, { client, ...typed }: CallerAddressFields & { client: string }): string {
  return withAddressOf(selectedClient(choices, client), typed, choices.city).city;
}
