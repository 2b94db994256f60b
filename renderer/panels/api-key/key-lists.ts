import { STATION_KEY_NAME, type ApiKey, type ApiKeyList } from '#contract/api-v3/api-key.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** Days before its end in which a key is shown as one that needs a successor. */
const SOON = 14;

/** Keys that may still be in use, by name, and revoked ones, the last revoked first. */
export function splitKeys(keys: ApiKeyList): { current: ApiKey[]; revoked: ApiKey[] } {
  return {
    current: keys.filter(({ state }) => state !== 'revoked').sort((a, b) => a.name.localeCompare(b.name)),
    revoked: keys.filter(({ state }) => state === 'revoked').sort((a, b) => (b.revoked ?? '').localeCompare(a.revoked ?? '')),
  };
}

/**
 * In how many days a valid key ends, if that is soon: 0 on its last day. Its last day ends at midnight UTC. `now` in milliseconds since the epoch.
 */
export function daysToEnd({ state, expires }: ApiKey, now: number): number | undefined {
  if (state !== 'valid' || expires === undefined) return undefined;
  const days = Math.max(0, Date.parse(expires) / DAY - Math.floor(now / DAY));
  return days <= SOON ? days : undefined;
}

/** Whether no other key is valid. */
export function isLastValid(key: ApiKey, keys: ApiKeyList): boolean {
  return key.state === 'valid' && keys.filter(({ state }) => state === 'valid').length === 1;
}

/** Whether the page offers to revoke a key. The key of the station would cut the station off from its own controller. */
export function canBeRevoked({ name, state }: ApiKey): boolean {
  return state !== 'revoked' && name !== STATION_KEY_NAME;
}
