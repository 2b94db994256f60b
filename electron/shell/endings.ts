/** Longest wait for one part to end; a part that hangs does not keep the others from ending. */
const LIMIT = 12_000;

/** What has to end, collected while it is started, ended in reverse. */
export class Endings {
  readonly #endings: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  add(ending: () => unknown): void {
    this.#endings.push(ending);
  }

  /** Ends everything once, the last first. Faults go to `report`; the rest ends nevertheless. */
  run(report: (error: unknown) => void): Promise<void> {
    this.#running ??= this.#endAll(report);
    return this.#running;
  }

  async #endAll(report: (error: unknown) => void): Promise<void> {
    for (const ending of this.#endings.reverse()) await endWithin(LIMIT, ending).catch(report);
  }
}

async function endWithin(limit: number, ending: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`A part of the station did not end within ${limit} ms.`)), limit);
  });
  try {
    await Promise.race([Promise.resolve().then(ending), late]);
  } finally {
    clearTimeout(timer);
  }
}
