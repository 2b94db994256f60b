import { freeFonts, loadFonts, type FontFile } from '#rendering/text/font-library.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

/** An installed font. */
export interface StoredFont extends FontFile {
  hash: string;
  /** Milliseconds since the epoch. */
  installed: number;
}

/** An installed font that this version cannot load, and why. Its file stays stored. */
export interface UnusableFont extends StoredFont {
  reason: string;
}

/** Loads each stored font separately, so that one that cannot be loaded does not affect the others. Throws what the database throws. */
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

/** Loads a font and frees it again. Throws an error that names the font when it cannot be loaded. */
export async function requireUsable(font: FontFile): Promise<void> {
  freeFonts(await loadFonts([font]));
}
