import { freeFonts, loadFonts, type FontFile } from '#rendering/text/fonts.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

/** A font as it was installed. */
export interface StoredFont extends FontFile {
  hash: string;
  /** Milliseconds since the epoch. */
  installed: number;
}

/** One that this version cannot load, and why. Its file stays stored. */
export interface UnusableFont extends StoredFont {
  reason: string;
}

/** Loads each stored font by itself: one that cannot be loaded keeps none of the others away. Throws what the database throws. */
export async function readStoredFonts(db: ControllerDatabase): Promise<{ usable: StoredFont[]; unusable: UnusableFont[] }> {
  const usable: StoredFont[] = [];
  const unusable: UnusableFont[] = [];
  for (const { file, ...row } of await db.selectFrom('fonts').selectAll().execute()) {
    const font = { ...row, bytes: new Uint8Array(file) };
    const reason = await findFault(font);
    if (reason === undefined) usable.push(font);
    else unusable.push({ ...font, reason });
  }
  return { usable, unusable };
}

async function findFault(font: FontFile): Promise<string | undefined> {
  try {
    await requireUsable(font);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Loads a font and frees it again. Throws an error that names it when it cannot be loaded. */
export async function requireUsable(font: FontFile): Promise<void> {
  freeFonts(await loadFonts([font]));
}
