/** Reads until there are more than `size` bytes, or until the end. The returned `pieces` start at the beginning. */
export async function readStart(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ isWhole: boolean; pieces: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const beginning: Uint8Array[] = [];
  let taken = 0;
  while (taken <= size) {
    const next = await iterator.next();
    if (next.done) return { isWhole: true, pieces: following(beginning, iterator) };
    beginning.push(next.value);
    taken += next.value.length;
  }
  return { isWhole: false, pieces: following(beginning, iterator) };
}

async function* following(beginning: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* beginning;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
