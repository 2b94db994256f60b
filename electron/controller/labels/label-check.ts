/**
 * Loads the check of labels. It is not part of the start of a controller, since it needs every encoder of barcodes; a label that is drawn is checked and drawn by
 * the drawing threads.
 */
export const loadLabelCheck = () => import('#rendering/label/check-label.ts');
