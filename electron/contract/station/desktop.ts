/** What the desktop app shows of the printers in its tray, and decides by. */
export interface DesktopState {
  /** Printers on which a job is selected, of all controllers. */
  printersWithJob: number;
  /** Those of the controller that ends with the desktop app. */
  ownPrintersWithJob: number;
  /** Alarms that are active and not shelved. */
  alarms: number;
}

/** What a person does with the desktop app itself. */
export type DesktopAction = 'quit' | 'leaveKiosk' | 'startWithSystem';
