import type { PrinterStatus } from '#contract/api-v3/printer.ts';
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

/** One state map for all doors. */
export function printerLook(status: PrinterStatus | null): PrinterLook {
  if (!status) return NO_STATUS;
  switch (status.state) {
    case 'INITIALIZING':
    case 'STARTING':
      return { word: 'printer.state.starting', tone: 'neutral', icon: 'starting' };
    case 'HEATING':
      return { word: 'printer.state.heating', note: 'printer.state.canPrint', tone: 'neutral', icon: 'heat' };
    case 'STARTED':
      return status.job
        ? { word: 'printer.state.printing', tone: 'neutral', icon: 'play' }
        : { word: 'printer.state.ready', note: 'printer.state.nothingSelected', tone: 'neutral', icon: 'ready' };
    case 'STANDBY':
    case 'STOPPED':
    case 'STOPPING':
      return { word: 'printer.state.stopped', tone: 'outline', icon: 'stop' };
    case 'MAINTENANCE':
      return { word: 'printer.state.maintenance', tone: 'maintenance', icon: 'wrench' };
    case 'ERROR':
      return { word: 'printer.state.error', tone: 'critical', icon: 'error', ...(status.errors[0] ? { error: status.errors[0] } : {}) };
    case 'OTHER':
      return { word: 'printer.state.mixed', note: 'printer.state.seeInk', tone: 'caution', icon: 'warning' };
    default:
      return { word: 'printer.state.other', error: String(status.state), tone: 'outline', icon: 'info' };
  }
}
