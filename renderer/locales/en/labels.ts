/** Words of the pages about labels. */
export const labels = {};
