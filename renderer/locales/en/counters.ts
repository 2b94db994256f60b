/** Words of the pages about counters. */
export const counters = {};
