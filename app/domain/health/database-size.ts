/** D1's limit in bytes, and the size from which something has to be done. */
export const DATABASE_LIMIT = 10e9;
export const DATABASE_LARGE = 7e9;
