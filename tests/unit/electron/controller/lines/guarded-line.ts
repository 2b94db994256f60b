import { controllerLineSchema, type ControllerLine, type LineStop } from '#contract/api-v3/controller-line.ts';
import { Events, type NewEvent } from '#controller/events/events.ts';
import { GuardRules } from '#controller/lines/guard-rules.ts';
import type { StopCause } from '#controller/lines/line-stops.ts';
import { silentLog } from '#process/log.ts';
import { HandClock } from '../engines/hand-clock.ts';

export const P1 = 'Printer 1';
export const P2 = 'Printer 2';
export const ELSEWHERE = 'Printer of no line';

/** The rules of the line "Filling", which has two printers, and all that is around them. */
export class GuardedLine {
  readonly clock = new HandClock();
  readonly events = new Events({ now: () => this.clock.now, log: silentLog });
  readonly rules: GuardRules;
  line: ControllerLine;
  /** Why the line was stopped, oldest first. */
  readonly causes: StopCause[] = [];
  /** The printers whose products were rejected. */
  readonly rejected: string[] = [];
  readonly errors: unknown[] = [];
  /** What the printers report, and which outputs the first one has. */
  readonly stopped = new Set<string>();
  readonly stale = new Set<string>();
  external: LineStop[] = [];
  outputs: ReadonlySet<'reject' | 'line-stopped'> = new Set();
  countFault: string | undefined;
  wrongFirstPrint: () => Promise<string | undefined> = async () => undefined;

  constructor(settings: object) {
    this.line = controllerLineSchema.parse({ printers: [P1, P2], ...settings });
    this.rules = new GuardRules({
      lines: {
        all: () => [['Filling', this.line]],
        ofPrinter: (printer) => (this.line.printers.includes(printer) ? ['Filling', this.line] : undefined),
      },
      stops: {
        of: () => this.causes.map((cause) => ({ ...cause, since: '' })),
        stop: (name, cause) => void this.causes.push(name === 'Filling' ? cause : { ...cause, detail: `stopped ${name}` }),
      },
      stopped: { isStopped: (printer) => this.stopped.has(printer), externalStops: () => this.external },
      printers: {
        findCountFault: (printer) => (printer === P2 ? this.countFault : undefined),
        isStale: async (printer) => this.stale.has(printer),
        findWrongFirstPrint: () => this.wrongFirstPrint(),
      },
      outputs: {
        hasOutput: (condition, printer) => printer === P1 && this.outputs.has(condition),
        reject: (printer) => void this.rejected.push(printer),
      },
      ...{ events: this.events, timers: this.clock, report: (error) => void this.errors.push(error) },
    });
  }
}

export const missed = (more: object = {}): NewEvent => ({ type: 'trigger:missed', printer: P1, reason: 'The cover is open.', ...more });
export const settled = (state: 'printed' | 'handed-over' | 'void' | 'unknown', printer = P1): NewEvent => ({
  ...{ type: 'print:settled', printer, id: 7, job: '1', state },
});
export const result = (verdict: 'verified' | 'misread' | 'mismatch' | 'not-read' | 'unmatched', more: object = {}): NewEvent => ({
  ...{ type: 'verification:result', printer: P1, verdict, ...more },
});
