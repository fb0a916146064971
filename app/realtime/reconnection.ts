/**
 * When a lost socket reconnects (C12): after 1 to 5 seconds, each attempt at most 20. A deploy drops every socket at
 * once; the random part keeps them from coming back at the same moment.
 */
export const reconnection = (random = Math.random) => ({
  minReconnectionDelay: Math.floor(1000 + random() * 1000),
  maxReconnectionDelay: 5000,
  connectionTimeout: 20_000,
});
