import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tellFailure, toldFailure } from '#controller/tables/told-failure.ts';
import { ProblemError } from '#contract/problem.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { judgeFailureOf } from '#storage/open-transactions.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** As a message brings it to another thread. */
const overThere = (error: unknown) => toldFailure(structuredClone(tellFailure(error)));

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
])('a disk on which another thread has no room for the %s is full here, and whoever listens to it hears of it', async (_, codes) => {
  let isFull = false;
  const db = openControllerDatabase(join(temporaryFolder(), 'controller.db'), { onFull: () => (isFull = true) });
  const failure = overThere(Object.assign(new Error('no room'), codes));
  expect(judgeFailureOf(db, failure)).toMatchObject({ slug: 'disk-full' });
  expect(isFull).toBe(true);
  await db.destroy();
});
