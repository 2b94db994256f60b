import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Rectangle } from 'electron';

const SMALLEST = { width: 800, height: 600 };
/** So much of a window must lie on a screen for a person to get hold of it. */
const GRIP = 100;

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(SMALLEST.width).max(20_000),
  height: z.int().min(SMALLEST.height).max(20_000),
  isMaximized: z.boolean(),
});

/** Place and size of the window, in the screen's own units. */
export type WindowBounds = z.infer<typeof boundsSchema>;

/** Where the window was, or undefined: never saved, not readable, or on a screen that is gone. */
export function findWindowBounds(file: string, screens: Rectangle[]): WindowBounds | undefined {
  const saved = boundsSchema.safeParse(readJson(file));
  if (!saved.success) return undefined;
  return screens.some((screen) => isReachable(saved.data, screen)) ? saved.data : undefined;
}

/** Keeps the bounds as a whole: a power cut leaves the old file or the new one. */
export function saveWindowBounds(file: string, bounds: WindowBounds): void {
  const next = `${file}.new`;
  writeFileSync(next, JSON.stringify(bounds), { mode: 0o600, flush: true });
  renameSync(next, file);
}

/** A file that is missing or broken counts as never saved: the window then opens at its usual size. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isReachable(bounds: Rectangle, screen: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
  const height = Math.min(bounds.y + bounds.height, screen.y + screen.height) - Math.max(bounds.y, screen.y);
  return width >= GRIP && height >= GRIP;
}
