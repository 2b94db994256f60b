/** All states of a printer that the specification defines. */
export const PRINTER_STATES = [
  'INITIALIZING',
  'STOPPED',
  'STANDBY',
  'STARTING',
  'HEATING',
  'STARTED',
  'MAINTENANCE',
  'STOPPING',
  'ERROR',
  'OTHER',
] as const;
/** A state of a printer. */
export type PrinterState = (typeof PRINTER_STATES)[number];

/** The states in which a printer can print. */
export const PRINTING_STATES: ReadonlySet<string> = new Set<PrinterState>(['HEATING', 'STARTED']);
