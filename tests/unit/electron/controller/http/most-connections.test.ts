import { describe, expect, it } from 'vitest';
import { mostConnections, openFilesLimit } from '#controller/http/most-connections.ts';

describe('connections', () => {
  it.each([
    [1_024, 864],
    [256, 96],
    [64, 16],
    [undefined, undefined],
  ])('B5 leave enough of the files for those that print: %s of them', (openFiles, most) => {
    expect(mostConnections(openFiles)).toBe(most);
  });

  it('B5 are held against what the system really lets a process open', () => {
    if (process.platform === 'linux') expect(openFilesLimit()).toBeGreaterThan(64);
    else expect(openFilesLimit()).toBeUndefined();
  });
});
