/** The exit codes of the controller process; docs/reference/exit-codes.md explains each of them. */
export const EXIT_CODES = {
  ...{ failed: 1, badFlags: 2, alreadyRunning: 4, portTaken: 5, diskFailed: 6, replaced: 7, damaged: 8, restore: 9, writable: 10 },
  ...{ folderLost: 11, otherVersion: 12, notRunning: 13 },
};

/** Ends the process with this code and one line on standard error. */
export class ExitError extends Error {
  readonly code: number;

  constructor(code: number, line: string) {
    super(line);
    this.code = code;
  }
}
