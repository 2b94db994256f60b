/** So many are asked for at the same time. */
const AT_ONCE = 4;

/** Reads what stands under each of the names, a few at a time. The first failure fails all of it. */
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
