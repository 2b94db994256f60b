/** The name of a slice: that of its print head, or of its heads side by side. */
export function sliceName(heads: readonly string[]): string {
  return heads.join(' + ');
}
