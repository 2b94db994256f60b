import { simulatedFaultNameSchema, type SimulatedFaultRequest, type SimulatedFaults as Faults } from '#contract/api-v3/simulated-fault.ts';
import { ProblemError } from '#contract/problem.ts';
import { EngineError, type EngineFaults } from '../engines/engine.ts';
import type { Log } from '#process/log.ts';
import type { Printers } from './printers.ts';

export interface SimulatedFaultsDeps {
  printers: Pick<Printers, 'get'>;
  isSafeMode: boolean;
  log: Log;
}

/** The faults that virtual printers simulate, so that people learn what to do. Every operation throws `not-found` and `faults-missing`. */
export class SimulatedFaults {
  readonly #deps: SimulatedFaultsDeps;

  constructor(deps: SimulatedFaultsDeps) {
    this.#deps = deps;
  }

  list(printer: string): Faults {
    return this.#faultsOf(printer).list();
  }

  /** Causes one fault, or starts or stops random faults. Throws `invalid-input` for an ink supply that the printer does not have. */
  cause(printer: string, request: SimulatedFaultRequest): void {
    const faults = this.#faultsOf(printer);
    if (this.#deps.isSafeMode) throw new ProblemError('safe-mode', { detail: 'The controller is in safe mode: no printer is started.' });
    try {
      faults.cause(request);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const errors = [{ pointer: request.supply === undefined ? '/fault' : '/supply', detail: error.message }];
      throw new ProblemError('invalid-input', { detail: error.message, errors }, { cause: error });
    }
    this.#deps.log.warn(
      `${printer} simulates faults: ${request.fault ?? (request.random ? `random, seed ${request.seed}` : 'none at random')}`,
    );
  }

  /** Ends a fault, or does not let it happen. */
  clear(printer: string, fault: string): void {
    const faults = this.#faultsOf(printer);
    const { data: known } = simulatedFaultNameSchema.safeParse(fault);
    if (known === undefined) {
      const instance = `${pathOf(printer)}/faults/${encodeURIComponent(fault)}`;
      throw new ProblemError('not-found', { detail: `There is no fault "${fault}".`, instance });
    }
    faults.clear(known);
  }

  #faultsOf(name: string): EngineFaults {
    const { faults } = this.#deps.printers.get(name).engine;
    if (faults) return faults;
    const detail = `The printer "${name}" is not a virtual one: only those simulate faults.`;
    throw new ProblemError('faults-missing', { detail, instance: pathOf(name) });
  }
}

function pathOf(printer: string): string {
  return `/api/v3/printers/${encodeURIComponent(printer)}`;
}
