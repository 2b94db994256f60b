/** Loads the check of labels. It needs every encoder of barcodes, which take a tenth of a start, so it is loaded after it or when it is first needed. */
export const loadLabelCheck = () => import('#rendering/label/check-label.ts');
