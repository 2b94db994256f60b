/** The oldest major version of Electron that still gets security fixes: the newest three do. Raised with each update of Electron. */
const OLDEST_SUPPORTED = 43;

/** Whether package.json names one exact version of Electron, of a major version that gets security fixes. */
export function isSupportedElectron(version: string): boolean {
  const major = /^(\d+)\.\d+\.\d+$/.exec(version)?.[1];
  return major !== undefined && Number(major) >= OLDEST_SUPPORTED;
}
