import { constants, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { START_FILE } from '#contract/station/sign-in.ts';
import { removePatiently } from '#storage/durable-file.ts';

const OWNER_ONLY = 0o600;

/**
 * Writes the file that opens the page by this start address, for the owner alone. It is written in place, so that a full disk does not keep the
 * next address out of it.
 */
export async function writeStartFile(folder: string, address: string): Promise<void> {
  const file = await open(join(folder, START_FILE), constants.O_RDWR | constants.O_CREAT, OWNER_ONLY);
  try {
    await file.chmod(OWNER_ONLY);
    const bytes = Buffer.from(documentOf(address));
    await file.write(bytes, 0, bytes.length, 0);
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
}

export function removeStartFile(folder: string): void {
  removePatiently(join(folder, START_FILE));
}

/** The start address in the file of this data folder; undefined when no station is running on it. Throws what reading it throws otherwise. */
export function findStartAddress(folder: string): string | undefined {
  try {
    return /href="([^"]+)"/.exec(readFileSync(join(folder, START_FILE), 'utf8'))?.[1];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A browser is given this file and not the address itself: every account of a computer can read the command lines of its programs. */
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
