import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Rectangle } from 'electron';

const SMALLEST = { width: 800, height: 600 };
/** Width and height of the part that must be on a screen, so that a person can drag the window. */
const VISIBLE_PART = 100;

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(SMALLEST.width).max(20_000),
  height: z.int().min(SMALLEST.height).max(20_000),
  isMaximized: z.boolean(),
});

/** Position and size of the window in device-independent pixels. */
export type WindowBounds = z.infer<typeof boundsSchema>;

/** The saved bounds; undefined when they are missing, unreadable, or on no connected screen. */
export function findWindowBounds(file: string, screens: Rectangle[]): WindowBounds | undefined {
  const saved = boundsSchema.safeParse(readJson(file));
  if (!saved.success) return undefined;
  return screens.some((screen) => isReachable(saved.data, screen)) ? saved.data : undefined;
}

/** Saves the bounds atomically: after a power cut the old or the new file exists. */
export function saveWindowBounds(file: string, bounds: WindowBounds): void {
  writeTextFile(file, JSON.stringify(bounds));
}

/** Replaces a file atomically, readable by its owner only. */
export function writeTextFile(file: string, text: string): void {
  const next = `${file}.new`;
  writeFileSync(next, text, { mode: 0o600, flush: true });
  renameSync(next, file);
}

/** Undefined for a missing or invalid file. */
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
  return width >= VISIBLE_PART && height >= VISIBLE_PART;
}
