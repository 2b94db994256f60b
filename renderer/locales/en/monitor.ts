export const monitor = {};
