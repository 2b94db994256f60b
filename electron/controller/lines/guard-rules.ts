import type { ControllerLine, LineState, RuleStanding } from '#contract/api-v3/controller-line.ts';
import type { Events, NewEvent } from '../events/events.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { Lines } from './lines.ts';
import type { LineStops } from './line-stops.ts';
import type { StoppedPrinters } from './stopped-printers.ts';
import { RuleCounts } from './rule-counts.ts';

/** Milliseconds between two looks at what no event tells. */
const INTERVAL = 1_000;

/** What the rules ask of a printer. */
export interface GuardedPrinters {
  /** Why the count of the device and the ledger differ, as a sentence; undefined while they agree. */
  findCountFault(printer: string): string | undefined;
  /** Whether the printer has a job and cannot print. */
  isStale(printer: string): Promise<boolean>;
  /** What is wrong with the first print of the current job, as a sentence; undefined if nothing is. */
  findWrongFirstPrint(printer: string): Promise<string | undefined>;
}

/** The outputs of the line that act on products. */
export interface LineOutputs {
  hasOutput(condition: 'reject' | 'line-stopped', printer: string): boolean;
  reject(printer: string): void;
}

export interface GuardRulesOptions {
  lines: Pick<Lines, 'all' | 'ofPrinter'>;
  stops: Pick<LineStops, 'of' | 'stop'>;
  stopped: Pick<StoppedPrinters, 'isStopped' | 'externalStops'>;
  printers: GuardedPrinters;
  outputs: LineOutputs;
  events: Pick<Events, 'next' | 'find' | 'subscribe'>;
  timers: Timers;
  /** Reports an error of a look at a printer. */
  report: (error: unknown) => void;
}

type EventOf<Type extends NewEvent['type']> = Extract<NewEvent, { type: Type }>;

/** Follows the events of the controller, and stops lines as their rules say. */
export class GuardRules {
  readonly #options: GuardRulesOptions;
  readonly #counts = new Map<string, RuleCounts>();
  #next = 0;
  #unsubscribe: (() => void) | undefined;
  #timer: TimerHandle | undefined;

  constructor(options: GuardRulesOptions) {
    this.#options = options;
  }

  start(): void {
    const { events } = this.#options;
    this.#next = events.next;
    this.#unsubscribe = events.subscribe(() => this.#follow());
    this.#schedule();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    if (this.#timer !== undefined) this.#options.timers.clearTimeout(this.#timer);
  }

  /** A person has resumed a line: its rules count from zero. */
  reset({ printers }: ControllerLine): void {
    for (const printer of printers) this.#countsOf(printer).reset();
  }

  /** What stops a line now, and what would stop it next. */
  stateOf(name: string, { printers, rules }: ControllerLine): LineState {
    const { stops, stopped } = this.#options;
    const all = [...stops.of(name), ...stopped.externalStops(printers)];
    const standings = printers.flatMap((printer): RuleStanding[] => this.#countsOf(printer).standings(printer, rules));
    return { isStopped: all.length > 0, stops: all, standings };
  }

  #follow(): void {
    const { events } = this.#options;
    for (; this.#next < events.next; this.#next += 1) {
      const found = events.find(this.#next);
      if (found) this.#handle(found.event);
    }
  }

  #handle(event: NewEvent): void {
    if (event.type === 'trigger:missed') this.#missed(event);
    else if (event.type === 'print:settled') this.#settled(event);
    else if (event.type === 'verification:result') this.#verified(event);
    else if (event.type === 'first-print:checked') this.#lookAtFirstPrint(event.printer);
  }

  #missed({ printer, products = 1, reason, isIdle }: EventOf<'trigger:missed'>): void {
    if (isIdle) return;
    const { lines, stopped, outputs } = this.#options;
    const [name, line] = lines.ofPrinter(printer) ?? [];
    const action = this.#actionFor(printer, line);
    if (action === 'reject') for (let product = 0; product < products; product += 1) outputs.reject(printer);
    if (name === undefined || line === undefined || stopped.isStopped(printer)) return;
    this.#countsOf(printer).missed(products);
    this.#stopUnprinted({ name, printer, limit: action === 'stop' ? 1 : line.rules.productsWithoutPrint, reason });
  }

  /** What happens to a product without a print. */
  #actionFor(printer: string, line: ControllerLine | undefined): 'reject' | 'stop' | 'ignore' {
    const { outputs } = this.#options;
    const { unprintedProduct: action } = line ?? { unprintedProduct: 'automatic' };
    if (action !== 'automatic') return action;
    if (outputs.hasOutput('reject', printer)) return 'reject';
    return outputs.hasOutput('line-stopped', printer) ? 'stop' : 'ignore';
  }

  #stopUnprinted({ name, printer, limit, reason }: { name: string; printer: string; limit: number | null; reason: string }): void {
    const { unprinted: count } = this.#countsOf(printer);
    if (limit === null || count < limit) return;
    const products = count === 1 ? 'A product' : `${count} products in a row`;
    const detail = `${products} passed "${printer}" without a print: ${reason}`;
    this.#options.stops.stop(name, { rule: 'products-without-print', printer, count, detail });
  }

  #settled({ printer, id, state }: EventOf<'print:settled'>): void {
    if (state === 'printed' || state === 'handed-over') this.#countsOf(printer).printed();
    const [name, line] = this.#options.lines.ofPrinter(printer) ?? [];
    if (name === undefined || state !== 'unknown' || !line?.rules.unknownPrint) return;
    const detail = `It is unknown whether print ${id} of "${printer}" was made.`;
    this.#options.stops.stop(name, { rule: 'unknown-print', printer, print: id, detail });
  }

  #verified({ printer, id, verdict, isBlank }: EventOf<'verification:result'>): void {
    const { lines, stopped, stops } = this.#options;
    const [name, line] = lines.ofPrinter(printer) ?? [];
    if (name === undefined || line === undefined || stopped.isStopped(printer)) return;
    const counts = this.#countsOf(printer);
    if (isBlank && counts.blankSeen()) {
      this.#stopUnprinted({ name, printer, limit: line.rules.productsWithoutPrint, reason: 'the reader saw a product without a code.' });
    }
    if (verdict === 'unmatched') return;
    counts.verified(verdict === 'verified');
    const { unverified: count } = counts;
    const { failedReads: limit } = line.rules;
    if (limit === null || count < limit) return;
    const products = count === 1 ? 'A product' : `${count} products in a row`;
    const detail = `${products} of "${printer}" could not be verified. The last result: ${verdict}.`;
    stops.stop(name, { rule: 'failed-reads', printer, count, detail, ...(id !== undefined && { print: id }) });
  }

  #lookAtFirstPrint(printer: string): void {
    const { lines, printers, stops, report } = this.#options;
    const [name, line] = lines.ofPrinter(printer) ?? [];
    if (name === undefined || !line?.rules.firstPrintWrong) return;
    printers
      .findWrongFirstPrint(printer)
      .then((detail) => detail !== undefined && stops.stop(name, { rule: 'first-print-wrong', printer, detail }))
      .catch(report);
  }

  #schedule(): void {
    this.#timer = this.#options.timers.setTimeout(() => {
      this.#schedule();
      this.#look().catch(this.#options.report);
    }, INTERVAL);
  }

  /** Looks at what no event tells: counts that differ, and printers that cannot print. */
  async #look(): Promise<void> {
    const { lines } = this.#options;
    for (const [name, line] of lines.all()) {
      for (const printer of line.printers) {
        this.#lookAtCount(name, line, printer);
        await this.#lookAtAge(name, line, printer);
      }
    }
  }

  #lookAtCount(name: string, { rules }: ControllerLine, printer: string): void {
    const { printers, stops } = this.#options;
    const fault = rules.countDiffers ? printers.findCountFault(printer) : undefined;
    if (fault !== undefined) stops.stop(name, { rule: 'count-differs', printer, detail: `"${printer}": ${fault}` });
  }

  async #lookAtAge(name: string, { rules }: ControllerLine, printer: string): Promise<void> {
    const { printers, stops, stopped } = this.#options;
    const { staleData: limit } = rules;
    if (limit === null) return;
    const counts = this.#countsOf(printer);
    const isStale = !stopped.isStopped(printer) && (await printers.isStale(printer));
    counts.staleSeconds = isStale ? counts.staleSeconds + 1 : 0;
    const { staleSeconds: count } = counts;
    if (count < limit) return;
    const detail = `"${printer}" has a job and could not print for ${count} seconds.`;
    stops.stop(name, { rule: 'stale-data', printer, count, detail });
  }

  #countsOf(printer: string): RuleCounts {
    const found = this.#counts.get(printer) ?? new RuleCounts();
    this.#counts.set(printer, found);
    return found;
  }
}
