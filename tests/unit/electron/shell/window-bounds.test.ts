import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWindowBounds, saveWindowBounds } from '#shell/window-bounds.ts';

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const BOUNDS = { x: 100, y: 50, width: 1280, height: 800, isMaximized: false };

describe('the bounds of the window', () => {
  let folder = '';
  const file = () => join(folder, 'window.json');
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'strobe-bounds-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read as they were saved', () => {
    saveWindowBounds(file(), BOUNDS);
    expect([findWindowBounds(file(), [SCREEN]), readdirSync(folder)]).toEqual([BOUNDS, ['window.json']]);
  });

  it('are ignored when their screen is missing', () => {
    saveWindowBounds(file(), { ...BOUNDS, x: 4000 });
    expect(findWindowBounds(file(), [SCREEN])).toBeUndefined();
  });

  it('are found on a second screen to the left', () => {
    saveWindowBounds(file(), { ...BOUNDS, x: -1900 });
    expect(findWindowBounds(file(), [SCREEN, { ...SCREEN, x: -1920 }])?.x).toBe(-1900);
  });

  it.each(['', '{"x":1', '{"x":"1"}', '{"x":0,"y":0,"width":1,"height":1,"isMaximized":false}'])(
    'are forgotten when the file holds %j',
    (content) => {
      writeFileSync(file(), content);
      expect(findWindowBounds(file(), [SCREEN])).toBeUndefined();
    },
  );
});
