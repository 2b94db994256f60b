import { z } from 'zod';

/** A larger package is refused unread: 1 GiB. */
export const MAX_PACKAGE_BYTES = 1_073_741_824;
/** The signature is next to the package, with this ending. */
export const SIGNATURE_ENDING = '.sig';
/** The file that names the newest package of a folder on a server. The package and its signature are next to it. */
export const LATEST_FILE = 'latest.json';
/** The folder of a plant, below its address, that has this form. */
export const PLANT_UPDATES_FOLDER = 'updates';

const PACKAGE_FILE = /^strobe_([A-Za-z0-9][A-Za-z0-9.+~-]*)(?:_[A-Za-z0-9-]+)?\.deb$/;

/** The newest package of a folder on a server. */
export const latestPackageSchema = z.object({
  version: z.string().max(100),
  file: z.string().regex(PACKAGE_FILE),
  /** Bytes. */
  size: z.number().int().positive().max(MAX_PACKAGE_BYTES),
});
export type LatestPackage = z.infer<typeof latestPackageSchema>;

/** The version in the name of a package's file, such as `1.4.0` in `strobe_1.4.0_amd64.deb`; undefined for a name of something else. */
export function versionInFileName(file: string): string | undefined {
  return PACKAGE_FILE.exec(file)?.[1];
}
