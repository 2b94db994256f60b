/** Ends a mishap that lasts. */
export type Remedy = () => void | Promise<void>;

/** What can happen to an emulated device, by name. Those that last return their remedy. */
export type Mishaps = Readonly<Record<string, () => Remedy | undefined | Promise<Remedy>>>;

export interface EmulatorOptions {
  /** The port to listen on; 0 chooses a free one. */
  port: number;
  /** The folder for what is printed; undefined: it is not kept. */
  paper: string | undefined;
  /** The address of a controller whose prints it sees, for a device behind a printer. */
  prints?: string | undefined;
  /** Prints a line for the person at the command line. */
  report: (line: string) => void;
}

export interface RunningEmulator {
  port: number;
  mishaps: Mishaps;
  /** Takes a line that was typed and names no mishap; absent: there is nothing else to type. */
  input?: (line: string) => void;
  stop: () => Promise<void>;
}

/** A device that can be emulated from the command line. */
export interface EmulatorKind {
  /** What it emulates, for the help. */
  title: string;
  /** The port of such devices. */
  port: number;
  /** Names of its mishaps. */
  mishaps: readonly string[];
  start(options: EmulatorOptions): Promise<RunningEmulator>;
}
