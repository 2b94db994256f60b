import { ProblemError } from '#contract/problem.ts';
import type { HeldKey, KeyGrant } from './api-keys.ts';
import { mayName } from './printer-limits.ts';

/** A key that is to be created; `expires` in milliseconds since the epoch. */
export type WantedKey = Omit<KeyGrant, 'name'> & { expires: number | undefined };

/** Throws `forbidden` when a key would create one that may do more than itself, or for longer. Without a key everything may be created. */
export function requireOwnRights(creator: HeldKey | undefined, wanted: WantedKey): void {
  const excess = creator && findExcess(creator, wanted);
  if (excess === undefined) return;
  throw new ProblemError('forbidden', { detail: `The key ${JSON.stringify(creator?.name)} cannot create a key ${excess}.` });
}

function findExcess(creator: HeldKey, { scopes, printers, expires }: WantedKey): string | undefined {
  const scope = scopes.find((one) => !creator.scopes.includes(one));
  if (scope !== undefined) return `with the scope "${scope}", which it does not have itself`;
  if (creator.printers && !printers?.every((printer) => mayName(creator, printer))) return 'for printers that it may not name itself';
  const isLonger = creator.expires !== undefined && (expires === undefined || expires > creator.expires);
  return isLonger ? 'that is valid longer than itself' : undefined;
}
