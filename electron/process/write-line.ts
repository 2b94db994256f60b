/** Writes a line to standard output; resolves when it is written. */
export function writeLine(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}
