/** The network of an IP address as limits count it: the /24 of IPv4, the /48 of IPv6, which one customer holds. */
export const networkOf = (clientAddress: string): string =>
  clientAddress.includes(":")
    ? clientAddress.split(":").slice(0, 3).join(":")
    : clientAddress.split(".").slice(0, 3).join(".");
