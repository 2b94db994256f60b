import { PRINTING_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { FleetStatus } from '#contract/station/fleet.ts';
import type { StatusTone } from '../../ui/status-tone.ts';
import type { IconName } from '../../ui/icons.ts';

/**
 * The appearance of a printer's state. `word` and `note` are text keys; `error` is the printer's own text and replaces them, `stated` the same
 * with its code, if that is known. */
export interface PrinterStateStyle {
  word: string;
  note?: string;
  error?: string;
  stated?: StatusError | undefined;
  tone: StatusTone;
  icon: IconName;
}

const NO_STATUS: PrinterStateStyle = { word: 'printer.state.unknown', tone: 'stale', icon: 'broken' };
const STARTING: PrinterStateStyle = { word: 'printer.state.starting', tone: 'wait', icon: 'starting' };
const STOPPED: PrinterStateStyle = { word: 'printer.state.stopped', tone: 'outline', icon: 'stop' };
/** The device could print, and the controller lets it print nothing. */
const HELD: PrinterStateStyle = { word: 'printer.state.stopped', tone: 'critical', icon: 'stop' };
/** A person has disabled the printer: its device is not connected. */
const DISABLED: PrinterStateStyle = { word: 'printer.state.disabled', tone: 'outline', icon: 'minus' };
const READY: PrinterStateStyle = { word: 'printer.state.ready', note: 'printer.state.nothingSelected', tone: 'go', icon: 'ready' };

const NOT_REPORTED: PrinterStateStyle = { word: 'printer.state.notReported', tone: 'outline', icon: 'info' };

/** The state map of tile, page and wall screen. */
const LOOKS: Record<PrinterState, PrinterStateStyle> = {
  INITIALIZING: STARTING,
  STARTING,
  HEATING: { word: 'printer.state.heating', note: 'printer.state.canPrint', tone: 'wait', icon: 'heat' },
  STARTED: { word: 'printer.state.printing', tone: 'go', icon: 'play' },
  STANDBY: STOPPED,
  STOPPED,
  STOPPING: STOPPED,
  MAINTENANCE: { word: 'printer.state.maintenance', tone: 'maintenance', icon: 'wrench' },
  ERROR: { word: 'printer.state.error', tone: 'critical', icon: 'error' },
  OTHER: { word: 'printer.state.seeInk', tone: 'caution', icon: 'warning' },
};

interface Circumstances {
  /** False: the controller does not report the loaded job, so that a printer is not shown as ready. */
  knowsJob?: boolean;
  isDisabled?: boolean;
}

/** The appearance of a status. */
export function printerStateStyle(
  status: FleetStatus | null,
  { knowsJob = true, isDisabled = false }: Circumstances = {},
): PrinterStateStyle {
  if (!status) return NO_STATUS;
  return (isDisabled && status.state === 'STOPPED' ? DISABLED : foreignStyle(status.unknown?.['state'])) ?? ownStyle(status, knowsJob);
}

/** The appearance of a state of the contract. */
function ownStyle(status: FleetStatus, knowsJob: boolean): PrinterStateStyle {
  if (status.state === 'ERROR' && status.errors[0]) return errorStyle(status.errors[0], status.errorDetails);
  if (status.state === 'STARTED' && status.job && status.ragStatus === 'RED') return HELD;
  if (status.state === 'STARTED' && !status.job) return knowsJob ? READY : { word: 'printer.state.started', tone: 'go', icon: 'ready' };
  return LOOKS[status.state];
}

function errorStyle(error: string, details: readonly StatusError[] = []): PrinterStateStyle {
  return { ...LOOKS.ERROR, error, stated: details.find(({ text }) => text === error) };
}

/** The appearance of a state that is not in the contract. */
function foreignStyle(state: unknown): PrinterStateStyle | undefined {
  if (state === null) return NOT_REPORTED;
  return typeof state === 'string' ? { word: 'printer.state.other', error: state, tone: 'outline', icon: 'info' } : undefined;
}

/** Whether a print may be requested; a controller that does not report the printer's state decides itself. */
export function canPrint(status: FleetStatus): boolean {
  return status.unknown?.['state'] === null || PRINTING_STATES.has(status.state);
}
