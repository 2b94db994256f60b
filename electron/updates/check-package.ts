import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MAX_PACKAGE_BYTES } from '#contract/updates/latest-package.ts';
import { openSignature } from './package-signature.ts';
import { requireTool, runTool } from './run-tool.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** The name of the package. */
export const PACKAGE = 'strobe';
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const READ_LIMIT = 60_000;

export interface CheckedPackage {
  version: string;
  sha256: string;
  /** Bytes of the package file, and of the installed files. */
  size: number;
  installedBytes: number;
}

export interface PackageCheck {
  /** Path of the package. */
  file: string;
  /** Content of its signature file. */
  signature: string;
  keys: readonly KeyObject[];
  /** The installed version. */
  installed: string;
  /** Whether an older version, or the installed one again, is accepted. */
  allowsOlder?: boolean;
}

/**
 * Checks a package: size, signature, hash, and what its own control file says. The file must not be changed afterwards: check a copy that only this user can
 * write. Throws an `UpdateRefusal` that says what is wrong.
 */
export async function checkPackage({ file, signature, keys, installed, allowsOlder = false }: PackageCheck): Promise<CheckedPackage> {
  const { size } = statSync(file);
  if (size === 0) throw new UpdateRefusal('The package is empty. Copy it again.', { code: 'package-damaged' });
  if (size > MAX_PACKAGE_BYTES) throw new UpdateRefusal('The package is larger than 1 GiB, which no package of Strobe is.');
  const signed = openSignature(signature, keys);
  const sha256 = await hashOf(file);
  if (sha256 !== signed.sha256) {
    throw new UpdateRefusal('The package is not the one that was signed: it was cut off or changed. Copy it again.', {
      code: 'package-damaged',
    });
  }
  const control = await readControl(file);
  if (control.name !== PACKAGE)
    throw new UpdateRefusal(`The package is "${control.name}", not "${PACKAGE}".`, {
      code: 'other-package',
      values: { name: control.name },
    });
  const architecture = ARCHITECTURES[process.arch];
  if (control.architecture !== architecture) {
    throw new UpdateRefusal(`The package is for ${control.architecture} computers, and this one is ${architecture ?? process.arch}.`, {
      code: 'other-computer',
      values: { architecture: control.architecture },
    });
  }
  if (control.version !== signed.version) {
    throw new UpdateRefusal(`The package has version ${control.version}, but version ${signed.version} was signed.`);
  }
  if (!allowsOlder) await refuseOlder(control.version, installed);
  return { version: control.version, sha256, size, installedBytes: control.installedKiB * 1_024 };
}

/** Whether a version is newer than another, by the rules of Debian. Throws an `UpdateRefusal` when one of them is no version. */
export async function isNewer(version: string, than: string): Promise<boolean> {
  const { code } = await runTool('dpkg', ['--compare-versions', version, 'gt', than], { limit: READ_LIMIT });
  if (code === 0 || code === 1) return code === 0;
  throw new UpdateRefusal(`The versions "${version}" and "${than}" cannot be compared.`);
}

/** The refusal of an update to the installed version. */
export function alreadyInstalled(version: string): UpdateRefusal {
  return new UpdateRefusal(`Version ${version} is already installed.`, { code: 'same-version', values: { version } });
}

async function refuseOlder(version: string, installed: string): Promise<void> {
  if (version === installed) throw alreadyInstalled(version);
  if (await isNewer(version, installed)) return;
  throw new UpdateRefusal(
    `Version ${version} is older than the installed version ${installed}. To go back, use "strobe update roll-back"; as root, --allow-older installs it nevertheless.`,
    { code: 'older-version', values: { version, installed } },
  );
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function readControl(file: string): Promise<{ name: string; version: string; architecture: string; installedKiB: number }> {
  const fields = ['Package', 'Version', 'Architecture', 'Installed-Size'];
  const text = await requireTool('dpkg-deb', ['-f', file, ...fields], { limit: READ_LIMIT }).catch((cause: unknown) => {
    throw new UpdateRefusal('The file is not a Debian package.', { cause });
  });
  const valueOf = (field: string) => new RegExp(`^${field}: (.+)$`, 'm').exec(text)?.[1] ?? '';
  const [name = '', version = '', architecture = '', installed = ''] = fields.map(valueOf);
  return { name, version, architecture, installedKiB: Number(installed) || 0 };
}
