export const printer = {};
