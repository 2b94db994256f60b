import { readFileSync } from 'node:fs';
import { updateStatusSchema, type UpdateStatus } from '#contract/updates/update-state.ts';
import { statusFileIn, type UpdateFolders } from './update-folders.ts';

/** What was published last; undefined when nothing was, or when it cannot be read. */
export function readStatus({ root }: Pick<UpdateFolders, 'root'>): UpdateStatus | undefined {
  try {
    return updateStatusSchema.safeParse(JSON.parse(readFileSync(statusFileIn(root), 'utf8'))).data;
  } catch {
    return undefined;
  }
}
