/** Repeats a request until its result passes the check, or the test's time limit ends it. */
export async function until<Value>(ask: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
