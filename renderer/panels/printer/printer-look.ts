import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';
import type { StatusTone } from '../../ui/StatusBadge.vue';
import type { IconName } from '../../ui/icons.ts';

/** How a printer's state is shown. `word` and `note` are keys of the words, unless `error` says it in the printer's own words. */
export interface PrinterLook {
  word: string;
  note?: string;
  error?: string;
  tone: StatusTone;
  icon: IconName;
}

const NO_STATUS: PrinterLook = { word: 'printer.state.unknown', tone: 'stale', icon: 'broken' };
const STARTING: PrinterLook = { word: 'printer.state.starting', tone: 'wait', icon: 'starting' };
const STOPPED: PrinterLook = { word: 'printer.state.stopped', tone: 'outline', icon: 'stop' };
const READY: PrinterLook = { word: 'printer.state.ready', note: 'printer.state.nothingSelected', tone: 'go', icon: 'ready' };

const UNTOLD: PrinterLook = { word: 'printer.state.untold', tone: 'outline', icon: 'info' };

/** One state map for all doors. */
const LOOKS: Record<PrinterState, PrinterLook> = {
  INITIALIZING: STARTING,
  STARTING,
  HEATING: { word: 'printer.state.heating', note: 'printer.state.canPrint', tone: 'wait', icon: 'heat' },
  STARTED: { word: 'printer.state.printing', tone: 'go', icon: 'play' },
  STANDBY: STOPPED,
  STOPPED,
  STOPPING: STOPPED,
  MAINTENANCE: { word: 'printer.state.maintenance', tone: 'maintenance', icon: 'wrench' },
  ERROR: { word: 'printer.state.error', tone: 'critical', icon: 'error' },
  OTHER: { word: 'printer.state.mixed', note: 'printer.state.seeInk', tone: 'caution', icon: 'warning' },
};

/** The look of a status. `knowsJob` is false for a controller that does not say what is selected: it is not called ready then. */
export function printerLook(status: FleetStatus | null, knowsJob = true): PrinterLook {
  if (!status) return NO_STATUS;
  const foreign = status.unknown?.['state'];
  if (foreign === null) return UNTOLD;
  if (typeof foreign === 'string') return { word: 'printer.state.other', error: foreign, tone: 'outline', icon: 'info' };
  if (status.state === 'ERROR' && status.errors[0]) return { ...LOOKS.ERROR, error: status.errors[0] };
  if (status.state === 'STARTED' && !status.job) return knowsJob ? READY : { word: 'printer.state.started', tone: 'go', icon: 'ready' };
  return LOOKS[status.state];
}

/** Whether a print may be asked for: a controller that does not tell the printer's state decides by itself. */
export function mayPrint(status: FleetStatus): boolean {
  return status.unknown?.['state'] === null || PRINTING_STATES.has(status.state);
}
