import { isDotSegment } from '#contract/api-v3/name.ts';

export type NameFault = 'missing' | 'tooLong' | 'control' | 'dots' | 'taken';

/** Why a new resource cannot have this name; undefined if it can. `name` is already trimmed and in Unicode normal form C. */
export function nameFault(name: string, taken: readonly { name: string }[]): NameFault | undefined {
  if (name === '') return 'missing';
  if ([...name].length > 255) return 'tooLong';
  if (/[\u0000-\u001f\u007f-\u009f]/u.test(name) || !name.isWellFormed()) return 'control';
  if (isDotSegment(name)) return 'dots';
  return taken.some((other) => other.name === name) ? 'taken' : undefined;
}
