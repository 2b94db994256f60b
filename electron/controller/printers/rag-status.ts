import type { InkStatus, RagStatus } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';

const RAG_OF_STATE: Record<PrinterState, RagStatus> = {
  STARTED: 'GREEN',
  HEATING: 'GREEN',
  INITIALIZING: 'AMBER',
  STARTING: 'AMBER',
  STANDBY: 'AMBER',
  STOPPING: 'AMBER',
  STOPPED: 'AMBER',
  MAINTENANCE: 'AMBER',
  OTHER: 'AMBER',
  ERROR: 'RED',
};

export interface PrinterHealth {
  state: PrinterState;
  /** Errors of the device and of the controller. */
  errors: readonly unknown[];
  ink: readonly Pick<InkStatus, 'ragStatus'>[];
  /** Whether the line was stopped until a person acts. */
  isStopped?: boolean;
}

/** RED: the printer needs a person to continue. AMBER: it does not print now, or will need a person soon. GREEN: it prints. */
export function ragStatus({ state, errors, ink, isStopped = false }: PrinterHealth): RagStatus {
  const ofAll = [RAG_OF_STATE[state], ...ink.map((supply) => supply.ragStatus)];
  if (isStopped || ofAll.includes('RED')) return 'RED';
  return errors.length > 0 || ofAll.includes('AMBER') ? 'AMBER' : 'GREEN';
}
