import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toThreadFailure, fromThreadFailure } from '#controller/platform/thread-failure.ts';
import { ProblemError } from '#contract/problem.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { judgeFailureOf } from '#storage/database/open-transactions.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** Copies a failure as a message to another thread does. */
const overThere = (error: unknown) => fromThreadFailure(structuredClone(toThreadFailure(error)));

it('a problem is the same problem in another thread', () => {
  const problem = new ProblemError('csv-broken', { detail: 'Line 3: is broken.', errors: [{ pointer: '', detail: 'Line 3: is broken.' }] });
  expect(overThere(problem)).toMatchObject({ slug: 'csv-broken', context: problem.context });
});

it('another failure keeps its text and its codes', () => {
  const error = Object.assign(new Error('no space'), { code: 'ENOSPC', errcode: 13 });
  expect(overThere(error)).toMatchObject({ message: 'no space', code: 'ENOSPC', errcode: 13 });
  expect(overThere('odd')).toMatchObject({ message: 'odd' });
});

it.each([
  ['database', { errcode: 13 }],
  ['file beside it', { code: 'ENOSPC' }],
])('a disk that is full for the %s of another thread is full here too, and reported', async (_, codes) => {
  let isFull = false;
  const db = openControllerDatabase(join(temporaryFolder(), 'controller.db'), { onFull: () => (isFull = true) });
  const failure = overThere(Object.assign(new Error('no space'), codes));
  expect(judgeFailureOf(db, failure)).toMatchObject({ slug: 'disk-full' });
  expect(isFull).toBe(true);
  await db.destroy();
});
