import { EngineError, type EngineCondition, type EngineProperties, type PrintEngine } from './engine.ts';

const DPI = 300;

/** Replaces an engine whose stored configuration is invalid: it never starts and refuses prints. The stored configuration stays. */
export class UnusableEngine implements PrintEngine {
  readonly properties: EngineProperties;
  readonly target = { hdpi: DPI, vdpi: DPI };
  readonly traits = { proof: 'none', clearsOnStart: false } as const;
  readonly #reason: string;

  constructor(reason: string) {
    this.properties = { type: '' };
    this.#reason = reason;
  }

  listen(): void {
    // It emits nothing.
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
