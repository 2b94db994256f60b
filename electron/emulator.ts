import { EMULATOR_HELP, EmulatorUsageError, runEmulator } from './emulators/run-emulator.ts';

/** Emulators of printers, for training and tests without a device. Writes to standard output where it listens; ends at SIGINT and SIGTERM. */
const args = process.argv.slice(2);

try {
  if (args.includes('--help')) console.log(EMULATOR_HELP);
  else {
    const { stop } = await runEmulator(args, (line) => console.log(line));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  }
} catch (error) {
  if (!(error instanceof EmulatorUsageError)) throw error;
  console.error(`${error.message}\n\n${EMULATOR_HELP}`);
  process.exitCode = 2;
}
