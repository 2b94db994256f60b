import { describe, expect, it } from 'vitest';
import { maxConnections, openFilesLimit } from '#http/connections/max-connections.ts';

describe('connections', () => {
  it.each([
    [1_024, 864],
    [256, 96],
    [64, 16],
    [undefined, undefined],
  ])('B5 leave enough file descriptors for printing: %s of them', (openFiles, most) => {
    expect(maxConnections(openFiles)).toBe(most);
  });

  it('B5 are limited by the real limit of the system', () => {
    if (process.platform === 'linux') expect(openFilesLimit()).toBeGreaterThan(64);
    else expect(openFilesLimit()).toBeUndefined();
  });
});
