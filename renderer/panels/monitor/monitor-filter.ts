import type { LinePrinter } from '#contract/station/lines.ts';
import type { Standing } from '../../stores/fleet/printer-standing.ts';

/** The states by which the monitor counts and filters printers. */
export const FILTER_STATES = {
  critical: ['critical'],
  warning: ['caution'],
  lost: ['lost'],
  printing: ['printing'],
  ready: ['ready'],
  stopped: ['paused', 'stopped'],
} as const satisfies Record<string, readonly Standing[]>;
export type FilterState = keyof typeof FILTER_STATES;

/** What the monitor is limited to; an empty part is no limit. */
export interface MonitorFilter {
  text: string;
  state: FilterState | '';
  /** Identifier of a line. */
  line: string;
  /** Identifier of a connection. */
  controller: string;
}

export const NO_FILTER: MonitorFilter = { text: '', state: '', line: '', controller: '' };

/** What a printer is found by. */
export interface FilterFacts {
  standing: Standing | undefined;
  line: string | undefined;
  /** Its searchable texts in lower case. */
  words: string;
}

export function isFilterState(value: unknown): value is FilterState {
  return typeof value === 'string' && Object.hasOwn(FILTER_STATES, value);
}

/** Whether a printer passes: each word of the search is a part of its texts. */
export function passesFilter(filter: MonitorFilter, { connection }: LinePrinter, facts: () => FilterFacts): boolean {
  if (filter.controller && filter.controller !== connection) return false;
  const { standing, line, words } = facts();
  if (filter.line && filter.line !== line) return false;
  const standings: readonly Standing[] = filter.state ? FILTER_STATES[filter.state] : [];
  if (filter.state && (!standing || !standings.includes(standing))) return false;
  const wanted = filter.text.toLowerCase().split(/\s+/);
  return wanted.every((word) => words.includes(word));
}
