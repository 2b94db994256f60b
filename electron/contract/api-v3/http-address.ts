/** Scheme, host, port, and the rest. */
const ADDRESS = /^https?:\/\/(\[[0-9a-f:.]+\]|[^\s/:@?#[\]\\]+)(:\d{1,5})?([/?][^\s#]*)?$/iu;
const LOOPBACK = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])([:/?]|$)/i;

/** Why nothing can be sent to an address; undefined if it can. Which machine it is on is checked when it is connected to. */
export function httpAddressFault(url: string): string | undefined {
  if (ADDRESS.test(url)) return undefined;
  if (/^https?:\/\/[^/?#]*@/i.test(url)) return 'must not contain a user or a password';
  return url.includes('#') ? 'must not contain a #' : 'must look like https://host/path';
}

/** Whether an address is on the same machine: what is sent to it does not leave the machine. */
export function isLoopbackAddress(url: string): boolean {
  return LOOPBACK.test(url);
}

/** Whether what is sent to an address can be read on the way. */
export function isPlainTextToOthers(url: string): boolean {
  return /^http:/i.test(url) && !isLoopbackAddress(url);
}
