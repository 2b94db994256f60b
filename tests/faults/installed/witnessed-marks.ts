/** The marks of a virtual printer, read before a power cut can lose the end of its log: what was once on a product stays there. */
export class WitnessedMarks {
  /** The hash of the picture, by number of the mark. */
  readonly #pictures: { number: number; picture: string }[] = [];

  get count(): number {
    return this.#pictures.length;
  }

  /** Reads the log: lines of `number id hash`. One that is lost later is still known; the number of a lost one is given again to another print. */
  read(readLog: () => string): void {
    const known = new Set(this.#pictures.map(({ number, picture }) => `${number} ${picture}`));
    for (const line of readLog().split('\n')) {
      const [number, , picture] = line.split(' ');
      if (number === undefined || picture === undefined || known.has(`${number} ${picture}`)) continue;
      this.#pictures.push({ number: Number(number), picture });
    }
  }

  /** Pictures, each with a serial number of its own, that are on two products. */
  faults(): string[] {
    const first = new Map<string, number>();
    return this.#pictures.flatMap(({ number, picture }) => {
      const before = first.get(picture);
      first.set(picture, before ?? number);
      return before === undefined ? [] : [`the picture of mark ${before} is on mark ${number} again`];
    });
  }
}
