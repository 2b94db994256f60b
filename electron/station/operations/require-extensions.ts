import { ProblemError } from '#contract/problem.ts';
import type { Controllers } from '../connections/controllers.ts';

/** Throws `controller-refused` for a controller without Strobe's extensions; `what` names the one that is missing. */
export function requireExtensions(controllers: Controllers, connection: string, what: string): void {
  if (controllers.hasExtensions(connection)) return;
  throw new ProblemError('controller-refused', { detail: `This controller does not support ${what}.` });
}
