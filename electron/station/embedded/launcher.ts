/** In the environment of a controller that says in its last line how it ends. */
export const TELLS_END = 'STROBE_TELLS_END';

/** That line. */
export const ENDED = 'controller ended with';

/** Starts the controller in a process of its own: a child process in plain Node, a utility process in the desktop app. */
export interface ControllerLauncher {
  /** Starts one process and returns at once. A process that cannot be started reports its exit with code null. */
  launch(options: LaunchOptions): ControllerProcess;
}

export interface LaunchOptions {
  isSafeMode: boolean;
  /** It had data before: it never begins with new ones where they are gone. */
  isDataRequired: boolean;
}

/** The flags that say so to a controller. */
export function launchFlags({ isSafeMode, isDataRequired }: LaunchOptions): string[] {
  return [...(isSafeMode ? ['--safe-mode'] : []), ...(isDataRequired ? ['--require-data'] : [])];
}

export interface ControllerProcess {
  /** Every line that the process writes to its standard output. Listeners are attached in the same turn as the launch. */
  onLine(listener: (line: string) => void): void;
  /** Once, when the process is gone; null when a signal ended it. */
  onExit(listener: (code: number | null) => void): void;
  /** Asks the process to end in order, ends it by force after 10 s, and resolves when it is gone. */
  stop(): Promise<void>;
}
