import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCopied, recordOrigin, originOf } from '#storage/files/file-identity.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

function database(): string {
  const file = join(temporaryFolder(), 'controller.db');
  writeFileSync(file, 'content');
  recordOrigin(file);
  return file;
}

function replaceByCopy(file: string): void {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
}

it('a database that is written, moved away and moved back is the same', () => {
  const file = database();
  writeFileSync(file, 'other content');
  renameSync(file, `${file}.away`);
  renameSync(`${file}.away`, file);
  expect(isCopied(file)).toBe(false);
});

it('a copy is detected, until its origin is recorded', () => {
  const file = database();
  replaceByCopy(file);
  expect(isCopied(file)).toBe(true);
  recordOrigin(file);
  expect(isCopied(file)).toBe(false);
});

it('a database without a valid record counts as not copied', () => {
  const file = database();
  replaceByCopy(file);
  writeFileSync(originOf(file), 'torn {');
  expect(isCopied(file)).toBe(false);
  rmSync(originOf(file));
  expect(isCopied(file)).toBe(false);
});
