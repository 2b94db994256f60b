/** Longest time for one step of the shutdown, in milliseconds. */
const STEP_LIMIT = 12_000;

/**
 * The steps of a shutdown, added while the app starts and run in reverse. A step that fails or takes longer than 12 s is reported, and the next
 * one runs. `disposeAsync` may be called again: it resolves when all steps have run.
 */
export class ShutdownStack extends AsyncDisposableStack {
  readonly #report: (error: unknown) => void;
  #disposal: Promise<void> | undefined;

  constructor(report: (error: unknown) => void) {
    super();
    this.#report = report;
  }

  override defer(step: () => unknown): void {
    super.defer(() => runWithin(STEP_LIMIT, step).catch(this.#report));
  }

  override disposeAsync(): Promise<void> {
    return (this.#disposal ??= super.disposeAsync());
  }
}

async function runWithin(limit: number, step: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`A step of the shutdown took longer than ${limit} ms.`)), limit);
  });
  try {
    await Promise.race([Promise.resolve().then(step), late]);
  } finally {
    clearTimeout(timer);
  }
}
