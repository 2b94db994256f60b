/** The number of concurrent reads. */
const AT_ONCE = 4;

/** Reads all names, a few at a time. Rejects with the first failure. */
export async function readAll<Value>(names: readonly string[], read: (name: string) => Promise<Value>): Promise<[string, Value][]> {
  const waiting = [...names];
  const found: [string, Value][] = [];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      try {
        found.push([name, await read(name)]);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
