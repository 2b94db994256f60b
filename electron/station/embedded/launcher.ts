/** Environment variable that makes the controller print its exit code as its last line. */
export const TELLS_END = 'STROBE_TELLS_END';

/**
 * Flags of Node for the controller's process: at most 8 MiB for each half of V8's young generation, and a garbage collection whenever the old one has
 * grown by half. With V8's own limits, which follow the size of the computer, floods of requests took more than twice the memory of an idle service.
 * The first collection waits until the heap has 64 MiB, about what a controller needs anyway: a start takes a twentieth less time.
 */
export const CONTROLLER_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--initial-heap-size=64'];

/** Start of that line; the exit code follows. */
export const ENDED = 'controller ended with';

/** Starts the controller's process: a child process in plain Node, a utility process in the desktop app. */
export interface ControllerLauncher {
  /** Starts a process and returns at once. If it cannot be started, `onExit` gets the code null. */
  launch(options: LaunchOptions): ControllerProcess;
}

export interface LaunchOptions {
  isSafeMode: boolean;
  /** The controller had data before: it must not create an empty database when they are missing. */
  isDataRequired: boolean;
  /** SHA-256 of the station's own key at the controller, in hexadecimal; undefined when it has none. */
  keyHash?: string | undefined;
}

/** The controller's command-line flags for these options. */
export function launchFlags({ isSafeMode, isDataRequired, keyHash }: LaunchOptions): string[] {
  return [
    ...(isSafeMode ? ['--safe-mode'] : []),
    ...(isDataRequired ? ['--require-data'] : []),
    ...(keyHash === undefined ? [] : ['--station-key-hash', keyHash]),
  ];
}

export interface ControllerProcess {
  /** Every line of standard output. Listeners must be added in the same task as the launch. */
  onLine(listener: (line: string) => void): void;
  /** Called once, when the process has ended; null when a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  /** Asks the process to end, kills it after 10 s, and resolves when it has ended. */
  stop(): Promise<void>;
}
