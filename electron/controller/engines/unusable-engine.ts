import { EngineError, type EngineCondition, type EngineProperties, type PrintEngine } from './engine.ts';

const DPI = 300;

/** Stands in for an engine whose stored configuration cannot be used: it never starts and takes no print. What is stored stays. */
export class UnusableEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target = { hdpi: DPI, vdpi: DPI };
  readonly #reason: string;

  constructor(kind: string, reason: string) {
    this.properties = { type: kind };
    this.#reason = reason;
  }

  listen(): void {
    // It has no facts.
  }

  /** Always throws. */
  start(): Promise<void> {
    return Promise.reject(new EngineError('cannot-print', this.#reason));
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  condition(): EngineCondition {
    return { state: 'STOPPED', errors: [], ink: [] };
  }

  /** Always throws. */
  send(): Promise<void> {
    return Promise.reject(new EngineError('cannot-print', this.#reason));
  }

  abort(): Promise<number[]> {
    return Promise.resolve([]);
  }
}
