import { ProblemError } from '#contract/problem.ts';
import type { Controllers } from '../connections/controllers.ts';

/**
 * Throws `controller-refused` for a controller without Strobe's extensions; `what` names the one that is missing. Throws nothing for a controller that is
 * not online: whether it has them may not be known yet, and the request itself throws `controller-unreachable`, which the page tries again.
 */
export function requireExtensions(controllers: Pick<Controllers, 'hasExtensions' | 'isOnline'>, connection: string, what: string): void {
  if (controllers.hasExtensions(connection) || !controllers.isOnline(connection)) return;
  throw new ProblemError('controller-refused', { detail: `This controller does not support ${what}.` });
}
