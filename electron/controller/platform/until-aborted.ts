/** Resolves or rejects as `work` does, or with undefined as soon as the signal aborts; the work itself goes on. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const end = (): void => resolve(undefined);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
