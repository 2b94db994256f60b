/** A print to draw again, as the archive stored it. */
export interface ArchivedDrawing {
  /** Label document as JSON. */
  document: string;
  /** Values of the print as JSON. */
  values: string;
  hdpi: number;
  vdpi: number;
  isColor: boolean;
}
