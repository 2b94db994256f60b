import { hostname, userInfo } from 'node:os';

/** Who is written beside a change that is made on this station, until people sign in: the account that it runs under, and its computer. */
export function localAuthor(): string {
  return `${accountName()} on ${hostname()}`;
}

/** An account that the system has no entry for is a number only. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    return String(process.getuid?.() ?? 'somebody');
  }
}
