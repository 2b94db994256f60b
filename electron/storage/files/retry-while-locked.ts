/** Milliseconds before each retry: 1.27 s in total. */
const PAUSES = [10, 20, 40, 80, 160, 320, 640];

/** Errors of Windows for a file that another program has open. On other systems they mean a missing permission, and are not retried. */
const LOCKED_ON_WINDOWS: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES']);

export interface RetryPolicy {
  /** Blocks the thread. */
  pause: (milliseconds: number) => void;
  platform: NodeJS.Platform;
}

export const RETRY_POLICY: RetryPolicy = {
  pause: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  platform: process.platform,
};

/**
 * B11: runs a file operation, and retries it with growing pauses while a virus scanner or backup tool has the file open. Blocks the thread, like the
 * disk itself. Throws the error of the last attempt. `act` must change nothing when it throws.
 */
export function retryWhileLocked<Result>(act: () => Result, { pause, platform }: RetryPolicy = RETRY_POLICY): Result {
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
