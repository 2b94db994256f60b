/** Copies of a job's rows that are done: its own prints, and those that other printers took of shared rows. */
export function doneCopies({ printed, elsewhere = 0 }: { printed: number; elsewhere?: number | undefined }): number {
  return printed + elsewhere;
}
