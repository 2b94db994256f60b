import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Row {
  resource: string;
  where: string;
  test: string;
}

const text = readFileSync('docs/limits.md', 'utf8');
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 7)
  .map(([, resource = '', , , where = '', test = '']): Row => ({ resource, where, test }))
  .filter(({ resource }) => resource !== 'resource' && !/^-+$/.test(resource));

const pathsIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

describe('the page of limits', () => {
  it('names the source and the test of each limit', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ where, test }) => pathsIn(where).length === 0 || pathsIn(test).length === 0)).toEqual([]);
  });

  it('names existing files', () => {
    const named = rows.flatMap(({ where, test }) => [...pathsIn(where), ...pathsIn(test)]);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names existing tests', () => {
    const missing = rows.filter(({ test }) => {
      const [, title] = /"([^"]+)"/.exec(test) ?? [];
      const [path = ''] = pathsIn(test);
      return title !== undefined && (!statSync(path).isFile() || !readFileSync(path, 'utf8').includes(title));
    });
    expect(missing).toEqual([]);
  });
});
