import { constants, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { START_FILE } from '#contract/station/sign-in.ts';
import { removePatiently } from '#storage/files/durable-file.ts';

const OWNER_ONLY = 0o600;
const OWNER_AND_GROUP = 0o640;

/** The files that open the page. */
export interface StartFiles {
  /** The station's data folder: its file is readable by its owner only. */
  folder: string;
  /** Another file for the browser of a kiosk, which the group of its folder may read; undefined for none. */
  kioskFile?: string | undefined;
}

/** Writes the files that open the page. They are overwritten in place, which works on a full disk too. */
export async function writeStartFiles({ folder, kioskFile }: StartFiles, address: string): Promise<void> {
  await write(join(folder, START_FILE), OWNER_ONLY, address);
  if (kioskFile !== undefined) await write(kioskFile, OWNER_AND_GROUP, address);
}

async function write(path: string, mode: number, address: string): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, mode);
  try {
    await file.chmod(mode);
    const bytes = Buffer.from(documentOf(address));
    await file.write(bytes, 0, bytes.length, 0);
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
}

export function removeStartFiles({ folder, kioskFile }: StartFiles): void {
  removePatiently(join(folder, START_FILE));
  if (kioskFile !== undefined) removePatiently(kioskFile);
}

/** The start address of the station that runs on a data folder; undefined when none does. Throws any other file error. */
export function findStartAddress(folder: string): string | undefined {
  try {
    return /href="([^"]+)"/.exec(readFileSync(join(folder, START_FILE), 'utf8'))?.[1];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A browser opens this file instead of the address, since other accounts of the computer can read the command lines of programs. */
function documentOf(address: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="referrer" content="no-referrer" />
    <title>Strobe</title>
    <script>location.replace(${JSON.stringify(address)});</script>
  </head>
  <body>
    <p><a href="${address}">Open Strobe</a></p>
  </body>
</html>
`;
}
