/** Writes a line to standard output, and resolves once it is written. */
export function say(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}
