/** How long it is waited before each further try, in milliseconds: a second and a quarter in all. */
const PAUSES = [10, 20, 40, 80, 160, 320, 640];

/** What Windows says of a file that another program holds open. Elsewhere they mean a permission, which does not come by waiting. */
const LOCKED_ON_WINDOWS: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES']);

export interface Waiting {
  /** Returns after so many milliseconds. */
  pause: (milliseconds: number) => void;
  platform: NodeJS.Platform;
}

export const WAITING: Waiting = {
  pause: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  platform: process.platform,
};

/**
 * B11: does something to a file that a virus scanner or a backup tool may hold for a moment: then it is tried again, with growing pauses and not
 * for ever. Waits with the whole thread, as the disk itself would. Throws what the last try throws; `act` changes nothing when it throws.
 */
export function whileLocked<Result>(act: () => Result, { pause, platform }: Waiting = WAITING): Result {
  for (const milliseconds of PAUSES) {
    try {
      return act();
    } catch (error) {
      if (!isLocked(error, platform)) throw error;
    }
    pause(milliseconds);
  }
  return act();
}

function isLocked(error: unknown, platform: NodeJS.Platform): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EBUSY' || (platform === 'win32' && LOCKED_ON_WINDOWS.has(code));
}
