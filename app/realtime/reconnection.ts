/**
 * When a lost socket tries again (C12): after 1 s up to 5 s, each try 20 s at most. A deploy drops every socket at
 * once: chance keeps them from coming back in the same instant.
 */
export const reconnection = (chance = Math.random) => ({
  minReconnectionDelay: Math.floor(1000 + chance() * 1000),
  maxReconnectionDelay: 5000,
  connectionTimeout: 20_000,
});
