import { singleInkTarget } from '../configured-properties.ts';
import { EngineConfigError } from '../engine-config-error.ts';
import type { ConfigurationWith } from '../engine-kind.ts';
import { headWidth } from '../head-width.ts';
import type { IppNeeds } from './ipp-condition.ts';
import type { IppAddress } from './ipp-socket.ts';

const IPP_PORT = 631;
export const PASSWORD_FIELD = '/engine/password';
const FIELD = '/engine/url';
/** Names and addresses of this machine: what is sent to them does not leave it. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** What the prints of a configuration need. Throws an `EngineConfigError` for four inks. */
export function ippNeeds(configuration: ConfigurationWith<'ipp'>): IppNeeds {
  const { physicalWidth, height, engine } = configuration;
  const { hdpi, vdpi } = singleInkTarget(configuration);
  const width = headWidth(configuration);
  const area = { width, height: width === physicalWidth ? height : physicalWidth };
  return { hdpi, vdpi, media: engine.media, area };
}

/** The address of a configuration. Throws an `EngineConfigError` for one that cannot be used. */
export function ippAddress({ url, fingerprint, ...credentials }: ConfigurationWith<'ipp'>['engine']): IppAddress {
  const { protocol, hostname, port, pathname, search, username, password } = new URL(url);
  if (hostname === '') throw new EngineConfigError('the url of the printer has no host', undefined, FIELD);
  if (username !== '' || password !== '')
    throw new EngineConfigError('the url of the printer must not contain a user or a password', undefined, FIELD);
  const isSecure = protocol === 'ipps:';
  if (fingerprint !== undefined && !isSecure) {
    throw new EngineConfigError(
      'a fingerprint needs an encrypted connection: begin the url with ipps://',
      undefined,
      '/engine/fingerprint',
    );
  }
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const authorization = authorizationOf(credentials, isSecure || LOOPBACK.test(host));
  return { url, host, port: Number(port || IPP_PORT), path: `${pathname || '/'}${search}`, isSecure, fingerprint, authorization };
}

/** HTTP Basic (RFC 7617). */
function authorizationOf(
  { user = '', password }: Pick<ConfigurationWith<'ipp'>['engine'], 'user' | 'password'>,
  isPrivate: boolean,
): string | undefined {
  if (typeof password !== 'string') return undefined;
  if (!isPrivate) {
    throw new EngineConfigError(
      'a password is sent over an encrypted connection only: begin the url with ipps://',
      undefined,
      PASSWORD_FIELD,
    );
  }
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}
