import type { ReportedPrinter } from '#contract/plant/plant-controller.ts';
import type { IconName } from '../../ui/icons.ts';
import type { StatusTone } from '../../ui/status-tone.ts';

/** The groups of printers that the page counts and filters by, the most urgent one first. Every printer is in exactly one. */
export const STANDINGS = ['error', 'attention', 'disconnected', 'printing', 'ready', 'stopped'] as const;
export type Standing = (typeof STANDINGS)[number];

/** How the state of a printer is shown. `word` is the key of a text. */
interface StateLook {
  standing: Standing;
  word: string;
  tone: StatusTone;
  icon: IconName;
}

const STARTING: StateLook = { standing: 'stopped', word: 'printer.state.starting', tone: 'wait', icon: 'starting' };
const STOPPED: StateLook = { standing: 'stopped', word: 'printer.state.stopped', tone: 'outline', icon: 'stop' };
const READY: StateLook = { standing: 'ready', word: 'printer.state.ready', tone: 'go', icon: 'ready' };
const PRINTING: StateLook = { standing: 'printing', word: 'printer.state.printing', tone: 'go', icon: 'play' };
const DISCONNECTED: StateLook = { standing: 'disconnected', word: 'printer.state.noData', tone: 'stale', icon: 'broken' };
/** A state that a newer version of a controller may report. */
const OTHER: StateLook = { standing: 'attention', word: 'printer.state.other', tone: 'outline', icon: 'info' };

/** The words and tones of the station's page (`panels/printer/printer-state-style.ts`). */
const LOOKS: Readonly<Record<string, StateLook>> = {
  INITIALIZING: STARTING,
  STARTING,
  HEATING: { standing: 'ready', word: 'printer.state.heating', tone: 'wait', icon: 'heat' },
  STARTED: PRINTING,
  STANDBY: STOPPED,
  STOPPED,
  STOPPING: STOPPED,
  MAINTENANCE: { standing: 'stopped', word: 'printer.state.maintenance', tone: 'maintenance', icon: 'wrench' },
  ERROR: { standing: 'error', word: 'printer.state.error', tone: 'critical', icon: 'error' },
  OTHER: { standing: 'attention', word: 'printer.state.seeInk', tone: 'caution', icon: 'warning' },
};

/** How a printer is shown: its last reported state, or that its controller does not report. */
export function printerLook({ state, label, errors, unknown }: ReportedPrinter, isConnected: boolean): StateLook {
  if (!isConnected) return DISCONNECTED;
  const look = state === 'STARTED' && label === undefined ? READY : (LOOKS[state] ?? OTHER);
  const needsAttention = errors.length > 0 || unknown > 0;
  return needsAttention && look.standing !== 'error' ? { ...look, standing: 'attention' } : look;
}
