import { ProblemError } from '#contract/problem.ts';
import { EngineError } from '../engines/engine.ts';
import type { Printer } from './printer.ts';
import { printerPath } from './printer-problems.ts';

/** Replaces an ink supply with a full one. Throws `not-found` for an unknown supply. */
export async function refillSupply({ name, engine }: Printer, supply: string): Promise<void> {
  const instance = `${printerPath(name)}/inkSupplies/${encodeURIComponent(supply)}`;
  try {
    if (!engine.refill) throw new EngineError('unknown-supply', 'the ink of this printer is not replaced by software');
    await engine.refill(supply);
  } catch (error) {
    if (!(error instanceof EngineError) || error.refusal !== 'unknown-supply') throw error;
    const detail = `The printer "${name}" has no ink supply "${supply}" that can be refilled.`;
    throw new ProblemError('not-found', { detail, instance }, { cause: error });
  }
}
