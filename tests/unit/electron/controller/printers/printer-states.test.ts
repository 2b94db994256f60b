import { describe, expect, it } from 'vitest';
import { PRINTER_STATES, type PrinterState } from '#contract/api-v3/printer-states.ts';
import type { EngineListener, PrintEngine } from '#controller/engines/engine.ts';
import { Printer } from '#controller/printers/printer.ts';
import { canFollow } from '#controller/printers/printer-states.ts';
import { ragStatus } from '#controller/printers/rag-status.ts';

/** An engine that reports given states. */
class SpokenEngine implements PrintEngine {
  readonly properties = { type: 'spoken' };
  readonly target = { hdpi: 300, vdpi: 300 };
  readonly traits = { proof: 'id', clearsOnStart: true } as const;
  state: PrinterState = 'STOPPED';
  #listener: EngineListener | undefined;

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }
  say(state: PrinterState): void {
    this.state = state;
    this.#listener?.conditionChanged();
  }
  async start(): Promise<void> {}
  async stop(): Promise<void> {}
  async send(): Promise<void> {}
  condition() {
    return { state: this.state, errors: [], ink: [] };
  }
  async abort(): Promise<number[]> {
    return [];
  }
}

describe('the states of a printer', () => {
  it('may fail and be stopped from every state', () => {
    const refused = PRINTER_STATES.filter((state) => !canFollow(state, 'ERROR') || !canFollow(state, 'STOPPED'));
    expect(refused).toEqual([]);
  });

  it('do not lead from STOPPED to STARTED', () => {
    expect(canFollow('STOPPED', 'STARTED')).toBe(false);
  });

  it('ignore a refused change and log it', async () => {
    const engine = new SpokenEngine();
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (message: string) => void warnings.push(message), error: () => undefined };
    const printer = new Printer({ name: 'Line 1', engine, log });
    await printer.start();
    engine.say('STARTED');
    expect({ state: printer.condition().state, warnings }).toEqual({
      state: 'STOPPED',
      warnings: ['Line 1: its engine says STARTED, which cannot follow STOPPED; ignored'],
    });
  });

  it('let a printer print in HEATING and STARTED only', async () => {
    const engine = new SpokenEngine();
    const printer = new Printer({ name: 'Line 1', engine, log: { info: () => undefined, warn: () => undefined, error: () => undefined } });
    await printer.start();
    const able: PrinterState[] = [];
    for (const state of ['INITIALIZING', 'STARTING', 'HEATING', 'STARTED', 'ERROR', 'STANDBY'] as const) {
      engine.say(state);
      if (printer.canPrint()) able.push(state);
    }
    expect(able).toEqual(['HEATING', 'STARTED']);
  });
});

/** The states that may not follow a state; all others may. */
const REFUSED: Record<PrinterState, PrinterState[]> = {
  INITIALIZING: ['HEATING', 'STARTED', 'MAINTENANCE'],
  STOPPED: ['STANDBY', 'HEATING', 'STARTED', 'STOPPING'],
  STANDBY: [],
  STARTING: ['MAINTENANCE'],
  HEATING: ['STARTING'],
  STARTED: ['STARTING'],
  MAINTENANCE: ['HEATING', 'STARTED'],
  STOPPING: ['STARTING', 'HEATING', 'STARTED', 'MAINTENANCE'],
  ERROR: [],
  OTHER: [],
};

describe('every change of state', () => {
  it.each(PRINTER_STATES)('from %s is accepted or refused as the table says', async (from) => {
    const taken: [PrinterState, PrinterState, number][] = [];
    for (const to of PRINTER_STATES) {
      const engine = new SpokenEngine();
      const warnings: string[] = [];
      const log = { info: () => undefined, warn: (message: string) => void warnings.push(message), error: () => undefined };
      const printer = new Printer({ name: 'Line 1', engine, log });
      await printer.start();
      for (const state of ['OTHER', from, to] as const) engine.say(state);
      taken.push([to, printer.condition().state, warnings.length]);
    }
    const isRefused = (to: PrinterState) => REFUSED[from].includes(to);
    expect(taken).toEqual(PRINTER_STATES.map((to) => (isRefused(to) ? [to, from, 1] : [to, to, 0])));
  });
});

describe('the traffic light of a printer', () => {
  it.each([
    { state: 'STARTED', errors: [], ink: ['GREEN'], light: 'GREEN' },
    { state: 'STARTED', errors: [], ink: ['GREEN', 'AMBER'], light: 'AMBER' },
    { state: 'STARTED', errors: [], ink: ['RED'], light: 'RED' },
    { state: 'STARTED', errors: ['A product passed.'], ink: [], light: 'AMBER' },
    { state: 'STOPPED', errors: [], ink: ['GREEN'], light: 'AMBER' },
    { state: 'ERROR', errors: [], ink: ['GREEN'], light: 'RED' },
    { state: 'STARTED', errors: ['The line was stopped.'], ink: ['GREEN'], isStopped: true, light: 'RED' },
  ] as const)('shows $light for $state with errors $errors and ink $ink', ({ ink, light, ...health }) => {
    expect(ragStatus({ ...health, ink: ink.map((rag) => ({ ragStatus: rag })) })).toBe(light);
  });
});
