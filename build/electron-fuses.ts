import type { Configuration } from 'electron-builder';

type Fuses = NonNullable<Configuration['electronFuses']>;

/** Each fuse of Electron's binary that the packager can flip, and why it is so. None is left at its default. */
export const FUSES = {
  // `ELECTRON_RUN_AS_NODE` would run any script with the rights of the app.
  runAsNode: false,
  enableCookieEncryption: true,
  // `NODE_OPTIONS` would load any script into the main process.
  enableNodeOptionsEnvironmentVariable: false,
  // `--inspect` would let any program of the account control the main process.
  enableNodeCliInspectArguments: false,
  // A changed archive is not run (Windows and macOS; Electron has no such check on Linux).
  enableEmbeddedAsarIntegrityValidation: true,
  // A folder `app` beside the archive is not run.
  onlyLoadAppFromAsar: true,
  // The V8 snapshot of its own that this fuse would load is not part of the package.
  loadBrowserProcessSpecificV8Snapshot: false,
  // The page is not loaded from files.
  grantFileProtocolExtraPrivileges: false,
} as const satisfies Fuses;

/** The fuses that a configuration leaves at their default or sets another way. */
export function findUnsafeFuses(fuses: Fuses | null | undefined): string[] {
  return Object.entries(FUSES)
    .filter(([name, state]) => fuses?.[name as keyof typeof FUSES] !== state)
    .map(([name]) => name);
}
