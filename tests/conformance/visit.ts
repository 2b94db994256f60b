import { NotRun, type Need } from './check.ts';
import { isSuccess } from './expectations.ts';
import { printerPath, type Printers } from './printers.ts';
import { eventually, type Answer, type Target } from './target.ts';
import type { Noun, Workshop } from './workshop.ts';

interface VisitParts {
  target: Target;
  workshop: Workshop;
  printers: Printers;
}

/** The tools of a check on the target, and its notes. */
export class Visit {
  readonly target: Target;
  readonly printers: Printers;
  readonly notes: string[] = [];
  readonly #workshop: Workshop;
  readonly #undo: (() => Promise<string | undefined>)[] = [];

  constructor({ target, workshop, printers }: VisitParts) {
    this.target = target;
    this.printers = printers;
    this.#workshop = workshop;
    workshop.begin();
  }

  /** Notes a deviation from Strobe where the specification is silent. */
  note(text: string): void {
    this.notes.push(text);
  }

  /** Expects a success, and notes a status that differs from Strobe's. */
  usual(answer: Answer, ...statuses: number[]): void {
    if (isSuccess(answer) && !statuses.includes(answer.status)) {
      this.note(`${answer.request.slice(0, 60)}: ${answer.status}, where Strobe answers ${statuses.join(' or ')}`);
    }
  }

  /** A name unique to this check. */
  name(what: string): string {
    return this.#workshop.name(what);
  }

  /** The path of a resource that this check may create; it is removed afterwards. */
  own(noun: Noun, what = 'one'): string {
    return this.#workshop.pathOf(noun, this.name(what));
  }

  /** The path of the printer whose jobs may be replaced; of the second one with 1. */
  printer(index = 0): string {
    const name = this.printers.allowed[index];
    if (name === undefined) throw new NotRun('no printer may be used');
    return printerPath(name);
  }

  /** The path of a printer that is only read. */
  anyPrinter(): string {
    const [name] = this.printers.all;
    if (name === undefined) throw new NotRun('the target has no printer');
    return printerPath(name);
  }

  /** Polls until the value satisfies the condition, within the patience of the target. */
  eventually<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
    return eventually(this.target, ask, isRight);
  }

  /** Registers an action for the end of the check, however it ends; it returns what it could not restore. */
  afterwards(undo: () => Promise<string | undefined>): void {
    this.#undo.push(undo);
  }

  /** Runs the registered actions, and returns what could not be restored. */
  async leave(): Promise<string[]> {
    const told: string[] = [];
    for (const undo of this.#undo.splice(0).reverse()) {
      const failure = await undo();
      if (failure !== undefined) told.push(failure);
    }
    return told;
  }
}

/** Why a need is not met; undefined if it is. */
export function unmet(need: Need, { all, allowed, mayPrint }: Printers): string | undefined {
  switch (need) {
    case 'printer':
      return allowed.length > 0 ? undefined : 'no printer may be used: name one with --printer NAME';
    case 'second-printer':
      return allowed.length > 1 ? undefined : 'only one printer may be used: name a second one with --printer NAME';
    case 'marks':
      return mayPrint && allowed.length > 0 ? undefined : 'no printer may print: --printer NAME --may-print permits it';
    case 'single':
      return all.length === 1 ? undefined : `the target has ${all.length} printers`;
    case 'several':
      return all.length > 1 ? undefined : 'the target has a single printer';
  }
}
