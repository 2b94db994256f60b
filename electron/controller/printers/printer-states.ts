import type { PrinterState } from '#contract/api-v3/printer-states.ts';

/**
 * Which state may follow which. A device may fail, be switched off or start over at any time; everything else goes in order.
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

/** Whether a printer may go from one state to the other; staying where it is always may be. */
export function canFollow(from: PrinterState, to: PrinterState): boolean {
  return from === to || NEXT_STATES[from].includes(to);
}
