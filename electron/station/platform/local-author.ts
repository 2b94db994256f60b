import { hostname, userInfo } from 'node:os';

/** The author of changes that are made on this station: the account that it runs under, and the name of its computer. */
export function localAuthor(): string {
  return `${accountName()} on ${hostname()}`;
}

/** Falls back to the number of an account that has no entry in the system's user database. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    return String(process.getuid?.() ?? 'unknown');
  }
}
