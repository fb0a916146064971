/** Where a job is, as the client gave it. */
export interface Address {
  suburb: string | null;
  street: string | null;
  /** `latitude,longitude` in degrees. */
  pin: string | null;
}

/** Street and suburb in one line, or null. */
export const joinAddress = ({ street, suburb }: Pick<Address, "street" | "suburb">): string | null =>
  [street, suburb].filter(Boolean).join(", ") || null;
