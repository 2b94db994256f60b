import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, Platform } from 'electron-builder';
import type { Configuration } from 'electron-builder';
import { electronBuilder } from '../electron-builder.ts';
import { DESKTOP, ensureBuilt, PAGE } from './build.ts';
import { findElectron } from './find-electron.ts';
import { makeStandInElectron } from './stand-in-electron.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLATFORMS = { '--linux': Platform.LINUX, '--windows': Platform.WINDOWS };

/** What to package. */
export interface PackageOptions {
  /** Creates an application folder instead of installers. */
  isUnpacked: boolean;
  platform: Platform;
  /** Output folder. */
  output: string;
  /** The Electron to package; by default the one of this machine. */
  electron?: ElectronSource;
}

/** The Electron in a package: the installed one, a downloaded one, or a stand-in that cannot run. */
export type ElectronSource = { kind: 'installed'; folder: string } | { kind: 'download' } | { kind: 'stand-in'; folder: string };

/** Builds outdated parts of page and bundles, and packages them. */
export async function packageApp({ isUnpacked, platform, output, electron }: PackageOptions): Promise<ElectronSource> {
  await ensureBuilt(PAGE);
  await ensureBuilt(DESKTOP);
  const source = electron ?? electronSource(isUnpacked, platform);
  const targets = isUnpacked ? platform.createTarget('dir') : platform.createTarget();
  await build({
    projectDir: ROOT,
    targets,
    publish: 'never',
    config: { ...configurationFor(source), directories: { ...electronBuilder.directories, output } },
  });
  return source;
}

function configurationFor(source: ElectronSource): Configuration {
  return source.kind === 'download' ? electronBuilder : { ...electronBuilder, electronDist: source.folder };
}

function electronSource(isUnpacked: boolean, platform: Platform): ElectronSource {
  const isOwnPlatform = platform === Platform.current();
  const electron = findElectron();
  if (electron && isOwnPlatform) return { kind: 'installed', folder: dirname(electron) };
  if (!isUnpacked || platform !== Platform.LINUX) return { kind: 'download' };
  return { kind: 'stand-in', folder: makeStandInElectron(join(ROOT, 'dist/electron-stand-in')) };
}

async function runFromCommandLine(flags: string[]): Promise<void> {
  const unknown = flags.find((flag) => flag !== '--dir' && !(flag in PLATFORMS));
  if (unknown) {
    console.error(`package: unknown flag ${unknown}; there are --dir, --linux and --windows`);
    process.exitCode = 2;
    return;
  }
  const chosen = Object.entries(PLATFORMS).filter(([flag]) => flags.includes(flag));
  const platforms = chosen.length > 0 ? chosen.map(([, platform]) => platform) : [Platform.current()];
  for (const platform of platforms) {
    const source = await packageApp({ isUnpacked: flags.includes('--dir'), platform, output: join(ROOT, 'dist/packages') });
    if (source.kind === 'stand-in')
      console.log('package: Electron is not installed; the folder contains a stand-in for it and cannot run.');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runFromCommandLine(process.argv.slice(2));
