import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { EngineListener, PrintEngine } from '#controller/engines/engine.ts';

/** An engine that prints immediately and is always warm. */
export class MarkingEngine implements PrintEngine {
  readonly properties = { type: 'bench', height: 70 };
  readonly target = { hdpi: 300, vdpi: 300 };
  readonly traits = { proof: 'id', clearsOnStart: true } as const;
  #state: PrinterState = 'STOPPED';
  #listener: EngineListener | undefined;

  listen(listener: EngineListener): void {
    this.#listener = listener;
  }

  async start(): Promise<void> {
    this.#say('STARTING');
    this.#say('STARTED');
  }

  async stop(): Promise<void> {
    this.#say('STOPPED');
  }

  condition() {
    return { state: this.#state, errors: [], ink: [] };
  }

  async send({ id }: { id: number }): Promise<void> {
    this.#listener?.printed(id);
  }

  async abort(): Promise<number[]> {
    return [];
  }

  #say(state: PrinterState): void {
    this.#state = state;
    this.#listener?.conditionChanged();
  }
}
