/** Words of the pages about connections. */
export const connections = {};
