import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUITES, type Mutant, type MutantList, type SuiteName } from './mutant.ts';

export const ROOT = join(import.meta.dirname, '../../..');

/** The file that a mutant of a suite changes. */
export function fileOf(suite: SuiteName, { file }: Mutant): string {
  return join(ROOT, SUITES[suite].sources, file);
}

/** The source with the fault. Throws if the text to be replaced is not in it exactly once. */
export function plant({ file, before, after }: Mutant, source: string): string {
  const parts = source.split(before);
  if (parts.length !== 2) throw new Error(`${file} has the text of a mutant ${parts.length - 1} times instead of once: ${before}`);
  return parts.join(after);
}

/** The mutants that cannot be planted any more, because the source has changed. */
export function staleMutants(lists: readonly MutantList[]): string[] {
  return lists.flatMap(({ suite, mutants }) =>
    mutants.flatMap((mutant) => {
      try {
        plant(mutant, readFileSync(fileOf(suite, mutant), 'utf8'));
        return [];
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    }),
  );
}
