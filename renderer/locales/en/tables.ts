/** Words of the pages about tables. */
export const tables = {};
