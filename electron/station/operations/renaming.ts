import { ProblemError } from '#contract/problem.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

interface RenamingInput {
  connection: string;
  name: string;
  newName: string;
}

/** The handler that renames items of one resource. Throws `controller-refused` for a controller without this extension. */
export function renamingOn(controllers: Controllers, resource: 'labels' | 'tables' | 'variables' | 'counters' | 'shiftCodes') {
  return async ({ connection, name, newName }: RenamingInput): Promise<Record<string, never>> => {
    if (!controllers.hasExtensions(connection)) throw new ProblemError('controller-refused', { detail: NOT_OFFERED });
    await controllers.change(connection, { method: 'POST', path: apiPath`/${resource}/${name}/rename`, json: { name: newName } });
    return {};
  };
}

const NOT_OFFERED = 'This controller does not support renaming.';
