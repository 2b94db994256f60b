import type { PrinterState } from '#contract/api-v3/printer-states.ts';

/**
 * The allowed state changes. A device may fail, switch off or restart at any time; everything else follows the order of the specification.
 */
const NEXT_STATES: Record<PrinterState, readonly PrinterState[]> = {
  STOPPED: ['INITIALIZING', 'STARTING', 'MAINTENANCE', 'ERROR', 'OTHER'],
  INITIALIZING: ['STARTING', 'STANDBY', 'STOPPING', 'STOPPED', 'ERROR', 'OTHER'],
  STARTING: ['HEATING', 'STARTED', 'STANDBY', 'STOPPING', 'STOPPED', 'INITIALIZING', 'ERROR', 'OTHER'],
  HEATING: ['STARTED', 'STANDBY', 'STOPPING', 'STOPPED', 'INITIALIZING', 'MAINTENANCE', 'ERROR', 'OTHER'],
  STARTED: ['HEATING', 'STANDBY', 'STOPPING', 'STOPPED', 'INITIALIZING', 'MAINTENANCE', 'ERROR', 'OTHER'],
  STANDBY: ['STARTING', 'HEATING', 'STARTED', 'STOPPING', 'STOPPED', 'INITIALIZING', 'MAINTENANCE', 'ERROR', 'OTHER'],
  MAINTENANCE: ['STANDBY', 'STARTING', 'STOPPING', 'STOPPED', 'INITIALIZING', 'ERROR', 'OTHER'],
  STOPPING: ['STOPPED', 'STANDBY', 'INITIALIZING', 'ERROR', 'OTHER'],
  ERROR: ['STARTING', 'HEATING', 'STARTED', 'STANDBY', 'STOPPING', 'STOPPED', 'INITIALIZING', 'MAINTENANCE', 'OTHER'],
  OTHER: ['STARTING', 'HEATING', 'STARTED', 'STANDBY', 'STOPPING', 'STOPPED', 'INITIALIZING', 'MAINTENANCE', 'ERROR'],
};

/** Whether a printer may change from one state to the other; staying in a state is allowed. */
export function canFollow(from: PrinterState, to: PrinterState): boolean {
  return from === to || NEXT_STATES[from].includes(to);
}
