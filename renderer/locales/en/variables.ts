/** Words of the pages about variables. */
export const variables = {};
