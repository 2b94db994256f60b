import { ProblemError } from '#contract/problem.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';

interface Order {
  connection: string;
  name: string;
  newName: string;
}

/** Renames things of one resource, on controllers that offer it. */
export function renamingOn(controllers: Controllers, resource: 'labels' | 'tables' | 'variables' | 'counters' | 'shiftCodes') {
  return async ({ connection, name, newName }: Order): Promise<Record<string, never>> => {
    if (!controllers.hasExtensions(connection)) throw new ProblemError('controller-refused', { detail: NOT_OFFERED });
    await controllers.change(connection, { method: 'POST', path: apiPath`/${resource}/${name}/rename`, json: { name: newName } });
    return {};
  };
}

const NOT_OFFERED = 'This controller cannot give another name to what is there.';
