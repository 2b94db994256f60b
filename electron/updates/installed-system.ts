/** The package that is installed. */
export interface InstalledPackage {
  version: string;
  /** False when an installation was interrupted: some files may be those of another version. */
  isWhole: boolean;
}

/**
 * What an installation needs of the operating system. There are two: Debian's tools with systemd, and a folder with processes, in which tests install real
 * packages.
 */
export interface InstalledSystem {
  /** Throws when the package was never installed. */
  installed(): Promise<InstalledPackage>;
  /** Installs a package over the present one. Throws when the tool fails; the package may then be installed in part. */
  install(file: string): Promise<void>;
  /** Finishes what an interrupted run of the tool has left, as far as it can. Does not throw for a package that it cannot finish. */
  repair(): Promise<void>;
  /** Makes a package of the files that are installed, to return to them. */
  packInstalled(file: string): Promise<void>;
  /** Keeps a copy of the running program, which goes on when the installed one is replaced or broken; `dropProgram` removes it. */
  keepProgram(): Promise<void>;
  dropProgram(): void;
  /** Makes a backup of the controller's database while it runs. */
  backUp(name: string): Promise<void>;
  /** Makes a key for the controller, which may only read and expires in a few days. */
  addReadKey(name: string): Promise<string>;
  /** Starts the programs; resolves when the system is going to start them, not when they are ready. */
  start(): Promise<void>;
  /** Stops the programs; resolves when none of them runs. */
  stop(): Promise<void>;
  /** Whether the system has given up starting the controller again. */
  hasFailed(): Promise<boolean>;
}
