/** Marks a field or parameter that Strobe adds to an operation of the specification. Clients may ignore it. */
export const EXTENSION = { 'x-extension': true } as const;
