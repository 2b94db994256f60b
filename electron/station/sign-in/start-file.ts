import { constants, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { START_FILE } from '#contract/station/sign-in.ts';
import { removePatiently } from '#storage/files/durable-file.ts';

const OWNER_ONLY = 0o600;

/** Writes the file that opens the page, readable by its owner only. It is overwritten in place, which works on a full disk too. */
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
