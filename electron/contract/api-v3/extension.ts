/** Marks a part of an operation of the specification that stands beside it: a client that leaves it out loses nothing. */
export const EXTENSION = { 'x-extension': true } as const;
